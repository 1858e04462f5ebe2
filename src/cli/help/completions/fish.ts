import {
  type CompletionFlag,
  type CompletionNode,
  groupNodesByText,
  listFlagValues,
  listPositionValues,
} from './completion-tree.ts';

const quoteFish = (text: string): string => `'${text.replaceAll('\\', '\\\\').replaceAll("'", "\\'")}'`;

const renderDescribedWords = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([word, about]) => ` \\\n                ${quoteFish(word)} ${quoteFish(about)}`).join('');

const renderWordLists = (
  places: readonly CompletionNode[],
  rows: (place: CompletionNode) => readonly (readonly [string, string])[],
): string =>
  groupNodesByText(places, (place) => renderDescribedWords(rows(place)))
    .map(
      ([paths, text]) =>
        `        case ${paths.map(quoteFish).join(' ')}\n            printf '%s\\t%s\\n'${text}`,
    )
    .join('\n');

const listFlagWords = (flags: readonly CompletionFlag[]): (readonly [string, string])[] =>
  flags.map(({ name, about }) => [`--${name}`, about]);

const renderAnswerCases = (rows: readonly (readonly [string, string])[]): string =>
  rows
    .map(([typed, what]) => `        case ${quoteFish(typed)}\n            echo ${quoteFish(what)}`)
    .join('\n');

/** Returns the completion script for fish. */
export const renderFishCompletion = (
  places: readonly CompletionNode[],
): string => `# fish completion of toile, made from its command table.

function __toile_next --argument-names place
    switch "$place"
${renderWordLists(places, ({ nextWords }) => nextWords.map(({ word, about }) => [word, about]))}
    end
end

function __toile_flags --argument-names place
    switch "$place"
${renderWordLists(places, ({ flags }) => listFlagWords(flags))}
    end
    # Flags that most commands take.
    switch "$place"
${renderWordLists(places, ({ globalFlags }) => listFlagWords(globalFlags))}
    end
end

# Prints what the value of a flag may be; fails for a switch.
function __toile_value --argument-names place flag
    switch "$place:$flag"
${renderAnswerCases(listFlagValues(places))}
        case '*'
            return 1
    end
end

# Prints what the word at a position may be.
function __toile_word --argument-names place at
    switch "$place:$at"
${renderAnswerCases(places.flatMap(listPositionValues))}
    end
end

# What the word may be, how it begins, what stands before its value, the program, and the words before it.
function __toile_offer --argument-names what begins lead tool
    set what (string replace -r '^\\?' '' -- "$what")
    switch "$what"
        case '*+*'
            for each in (string split + -- $what)
                __toile_offer $each "$begins" "$lead" $argv[4..-1]
            end
        case ',*'
            set lead $lead(string match -r '^.*,' -- "$begins"; or echo)
            for each in (string split ' ' -- (string sub -s 2 -- $what))
                echo $lead$each
            end
        case '=*'
            for each in (string split ' ' -- (string sub -s 2 -- $what))
                echo $lead$each
            end
        case @files
            for each in (__fish_complete_path "$begins")
                echo $lead$each
            end
        case @@files
            if test -z "$begins"; or string match -q '@*' -- "$begins"
                for each in (__fish_complete_path (string sub -s 2 -- "$begins"))
                    echo $lead@$each
                end
            end
        case @programs
            __fish_complete_command
        case '@*'
            for each in ($tool __complete (string sub -s 2 -- $what) "$begins" $argv[5..-1] 2>/dev/null)
                echo $lead$each
            end
    end
end

function __toile_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct | string replace -r '^["\\']' '' | string replace -a '\\\\' '')
    set -l tool (string replace -r '^~' -- $HOME $before[1])
    type -q "$tool"; or set tool toile
    set -e before[1]
    set -l place ''
    set -l what ''
    set -l expects 0
    set -l at 0
    set -l rest 0
    for word in $before
        if test $expects = 1; or begin; test $expects = 2; and not string match -qr '^-.' -- "$word"; end
            set expects 0
        else if test $rest = 0 -a "$word" = --
            set rest 1
            set expects 0
        else if test $rest = 0; and string match -qr '^-.' -- "$word"
            set expects 0
            if set what (__toile_value "$place" "$word")
                set expects 1
                string match -q '\\?*' -- "$what"; and set expects 2
            end
        else if test $rest = 0 -a $at = 0; and string match -q -- "$word"\\t'*' (__toile_next "$place")
            set place (string trim -- "$place $word")
        else
            set at (math $at + 1)
        end
    end
    if test $expects = 1; or begin; test $expects = 2; and not string match -q -- '-*' "$now"; end
        __toile_offer "$what" "$now" '' "$tool" $before
        return
    end
    if test $rest = 0; and string match -qr '^--[^=]+=' -- "$now"
        set -l flag (string replace -r '=.*' '' -- $now)
        if set what (__toile_value "$place" "$flag")
            __toile_offer "$what" (string replace -r '^[^=]+=' '' -- $now) "$flag=" "$tool" $before
            return
        end
    end
    if test $rest = 0; and string match -q -- '-*' "$now"
        __toile_flags "$place"
    else
        if test $rest = 0 -a $at = 0
            __toile_next "$place"
        end
        set what (__toile_word "$place" $at)
        __toile_offer "$what" "$now" '' "$tool" $before
    end
end

complete -c toile -f -k -a '(__toile_complete)'
`;
