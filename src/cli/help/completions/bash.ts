import {
  type CompletionFlag,
  type CompletionNode,
  groupNodesByText,
  listFlagValues,
  listPositionValues,
} from './completion-tree.ts';

const quoteBash = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const renderCases = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([pattern, text]) => `  ${pattern}) REPLY=${quoteBash(text)} ;;`).join('\n');

/** Quotes a pattern except for a star at either end. */
const quotePattern = (text: string): string => {
  const [, before = '', middle = '', after = ''] = /^(\*?)(.*?)(\*?)$/.exec(text) ?? [];
  return `${before}${quoteBash(middle)}${after}`;
};

const renderGroupedCases = (
  places: readonly CompletionNode[],
  write: (place: CompletionNode) => string,
): string =>
  renderCases(
    groupNodesByText(places, write).map(([paths, text]) => [paths.map(quoteBash).join(' | '), text]),
  );

const joinFlagNames = (flags: readonly CompletionFlag[]): string =>
  flags.map(({ name }) => `--${name}`).join(' ');

/**
 * Returns the completion script for bash 3.2 and later. It needs no other package; macOS ships bash 3.2.
 */
export const renderBashCompletion = (
  places: readonly CompletionNode[],
): string => `# bash completion of toile, made from its command table.

__toile_next() {
  case $1 in
${renderGroupedCases(places, ({ nextWords }) => nextWords.map(({ word }) => word).join(' '))}
  *) REPLY= ;;
  esac
}

__toile_flags() {
  case $1 in
${renderGroupedCases(places, ({ flags }) => joinFlagNames(flags))}
  *) REPLY= ;;
  esac
}

# Flags that most commands take.
__toile_everywhere() {
  case $1 in
${renderGroupedCases(places, ({ globalFlags }) => joinFlagNames(globalFlags))}
  *) REPLY= ;;
  esac
}

# Sets REPLY to what the value of a flag may be; fails for a switch.
__toile_value() {
  case $1:$2 in
${renderCases(listFlagValues(places).map(([typed, what]) => [quotePattern(typed), what]))}
  *) return 1 ;;
  esac
}

# Sets REPLY to what the word at a position may be.
__toile_word() {
  case $1:$2 in
${renderCases(places.flatMap(listPositionValues).map(([typed, what]) => [quotePattern(typed), what]))}
  *) REPLY= ;;
  esac
}

# Adds a candidate to COMPREPLY as it has to be typed behind the quote that is open, if one is.
__toile_add() {
  local each=$1
  # Bash adds to an opened quote what it is given: only what means itself there is offered.
  case $2 in
  '"') [[ $each == *[\\"\\\\\\$\\\`!]* ]] && return ;;
  "'") [[ $each == *[\\'!]* ]] && return ;;
  *) printf -v each %q "$each" ;;
  esac
  COMPREPLY+=("$each")
}

# Adds to COMPREPLY what fits: what it may be, how it begins, the program, and the words before it.
__toile_offer() {
  local what=\${1#\\?} begins=$2 tool=$3 each open= lead=
  shift 3
  case $what in
  *+*)
    __toile_offer "\${what%%+*}" "$begins" "$tool" "$@"
    __toile_offer "\${what#*+}" "$begins" "$tool" "$@"
    return
    ;;
  ,*)
    [[ $begins == *,* ]] && lead=\${begins%,*},
    begins=\${begins##*,}
    ;;
  =*) ;;
  *)
    case $begins in [\\"\\']*) open=\${begins:0:1} ;; esac
    begins=\${begins#[\\"\\']}
    begins=\${begins//\\\\/}
    ;;
  esac
  case $what in
  [,=]*)
    for each in \${what#?}; do
      [[ $each == "$begins"* ]] && COMPREPLY+=("$lead$each")
    done
    ;;
  @files | @@files)
    if [[ $what == @@* ]]; then
      [[ -z $begins || $begins == @* ]] || return
      begins=\${begins#@} lead=@
    elif ((\${#COMPREPLY[@]} == 0)) && compopt -o default 2>/dev/null; then
      return
    fi
    while IFS= read -r each; do
      [[ $lead$each == -* ]] && continue
      if [[ -d $each ]]; then
        each+=/
        compopt -o nospace 2>/dev/null
      fi
      __toile_add "$lead$each" "$open"
    done < <(compgen -f -- "$begins")
    ;;
  @programs)
    while IFS= read -r each; do __toile_add "$each" "$open"; done < <(compgen -c -- "$begins")
    ;;
  @*)
    while IFS=$'\\t' read -r each _; do
      __toile_add "$each" "$open"
    done < <("$tool" __complete "\${what#@}" "$begins" "$@" 2>/dev/null)
    ;;
  esac
}

_toile() {
  local IFS=$' \\t\\n'
  local words=() now lead= line=$COMP_LINE tool place= REPLY= word expects=0 at=0 rest=0 apart=1 i
  COMPREPLY=()
  # Bash cuts a word at = : and @; what belongs together has nothing between, and bash replaces only the last part.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    while [[ $line == [[:space:]]* ]]; do line=\${line:1} apart=1; done
    if ((!apart)); then
      ((i == COMP_CWORD)) && lead=\${words[\${#words[@]} - 1]}
      words[\${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    line=\${line:\${#word}} apart=0
  done
  now=\${words[\${#words[@]} - 1]} tool=\${words[0]/#\\~/$HOME}
  [[ $now == *[=:@] && \${COMP_WORDS[COMP_CWORD]} == [=:@]* ]] && lead=$now
  # An @ is cut off, and yet replaced with what follows it.
  lead=\${lead%@}
  type "$tool" >/dev/null 2>&1 || tool=toile
  for word in "\${words[@]:1:\${#words[@]}-2}"; do
    if ((expects == 1)) || { ((expects == 2)) && [[ $word != -?* ]]; }; then
      expects=0
    elif ((!rest)) && [[ $word == -- ]]; then
      rest=1 expects=0
    elif ((!rest)) && [[ $word == -?* ]]; then
      expects=0
      if [[ $word != --*=* ]] && __toile_value "$place" "$word"; then
        expects=1
        [[ $REPLY == \\?* ]] && expects=2
      fi
    else
      __toile_next "$place"
      if ((!rest && at == 0)) && [[ " $REPLY " == *" $word "* ]]; then
        place=\${place:+$place }$word
      else
        ((at++))
      fi
    fi
  done
  local before=("\${words[@]:1:\${#words[@]}-2}")
  if ((expects == 1)) || { ((expects == 2)) && [[ $now != -* ]]; }; then
    __toile_value "$place" "\${before[\${#before[@]} - 1]}"
    __toile_offer "$REPLY" "$now" "$tool" "\${before[@]}"
  elif ((!rest)) && [[ $now == --*=* ]] && __toile_value "$place" "\${now%%=*}"; then
    __toile_offer "$REPLY" "\${now#*=}" "$tool" "\${before[@]}"
    lead=\${lead#"\${now%%=*}="}
  elif ((!rest)) && [[ $now == -* ]]; then
    __toile_flags "$place"
    __toile_offer "=$REPLY" "$now" "$tool"
    __toile_everywhere "$place"
    __toile_offer "=$REPLY" "$now" "$tool"
  else
    if ((!rest && at == 0)); then
      __toile_next "$place"
      __toile_offer "=$REPLY" "$now" "$tool"
    fi
    __toile_word "$place" "$at"
    __toile_offer "$REPLY" "$now" "$tool" "\${before[@]}"
  fi
  if [[ -n $lead ]]; then
    for i in "\${!COMPREPLY[@]}"; do COMPREPLY[i]=\${COMPREPLY[i]#"$lead"}; done
  fi
}

complete -o nosort -F _toile toile 2>/dev/null || complete -F _toile toile
`;
