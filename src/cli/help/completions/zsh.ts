import {
  type CompletionFlag,
  type CompletionNode,
  groupNodesByText,
  listFlagValues,
  listPositionValues,
} from './completion-tree.ts';

const quoteZsh = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

/** Returns words with descriptions in the format of `_describe`: separated by a colon. */
const renderDescriptions = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([word, about]) => `      ${quoteZsh(`${word.replaceAll(':', '\\:')}:${about}`)}`).join('\n');

const renderWordLists = (
  places: readonly CompletionNode[],
  rows: (place: CompletionNode) => readonly (readonly [string, string])[],
): string =>
  groupNodesByText(places, (place) => renderDescriptions(rows(place)))
    .map(([paths, text]) => `    ${paths.map(quoteZsh).join('|')})\n    reply+=(\n${text}\n    ) ;;`)
    .join('\n');

/** Quotes a pattern except for a star at either end. */
const quotePattern = (text: string): string => {
  const [, before = '', middle = '', after = ''] = /^(\*?)(.*?)(\*?)$/.exec(text) ?? [];
  return `${before}${quoteZsh(middle)}${after}`;
};

const renderCases = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([typed, what]) => `    ${quotePattern(typed)}) REPLY=${quoteZsh(what)} ;;`).join('\n');

const listFlagWords = (flags: readonly CompletionFlag[]): (readonly [string, string])[] =>
  flags.flatMap(({ name, short, about }) => [
    [`--${name}`, about] as const,
    ...(short === undefined ? [] : [[`-${short}`, about] as const]),
  ]);

/** Returns the completion script for zsh. */
export const renderZshCompletion = (places: readonly CompletionNode[]): string => `#compdef toile
# zsh completion of toile, made from its command table.

_toile_next() {
  reply=()
  case $1 in
${renderWordLists(places, ({ nextWords }) => nextWords.map(({ word, about }) => [word, about]))}
  esac
}

_toile_flags() {
  reply=()
  case $1 in
${renderWordLists(places, ({ flags }) => listFlagWords(flags))}
  esac
  # Flags that most commands take.
  case $1 in
${renderWordLists(places, ({ globalFlags }) => listFlagWords(globalFlags))}
  esac
}

# Sets REPLY to what the value of a flag may be; fails for a switch.
_toile_value() {
  case $1:$2 in
${renderCases(listFlagValues(places))}
    *) return 1 ;;
  esac
}

# Sets REPLY to what the word at a position may be.
_toile_word() {
  case $1:$2 in
${renderCases(places.flatMap(listPositionValues))}
    *) REPLY= ;;
  esac
}

# What the word may be, the program, and the words before it.
_toile_offer() {
  local what=\${1#\\?} tool=$2 id about
  local -a found
  local -i ret=1
  shift 2
  case $what in
    *+*)
      _toile_offer "\${what%%+*}" "$tool" "$@" && ret=0
      _toile_offer "\${what#*+}" "$tool" "$@" && ret=0
      return ret ;;
    ','*)
      compset -P '*,'
      found=(\${=what#,})
      _wanted values expl value compadd -qS ' ' -a found ;;
    '='*)
      found=(\${=what#=})
      _wanted values expl value compadd -a found ;;
    @files) _files ;;
    @@files)
      compset -P @ && { _files; return }
      [[ -z $PREFIX ]] && _files -P @ ;;
    @programs) _command_names -e ;;
    @*)
      while IFS=$'\\t' read -r id about; do
        found+=("\${id//:/\\\\:}:$about")
      done < <("$tool" __complete "\${what#@}" "\${(Q)PREFIX}" "$@" 2>/dev/null)
      (( $#found )) && _describe -V "\${\${what#@}%s}" found ;;
    *) return 1 ;;
  esac
}

_toile() {
  local tool=\${(Q)words[1]} place= REPLY word expl
  local -a reply before
  local -i expects=0 at=0 rest=0 i
  tool=\${tool/#\\~/$HOME}
  whence -p -- "$tool" >/dev/null || tool=toile
  before=("\${(@Q)words[2,CURRENT-1]}")
  for word in "\${before[@]}"; do
    if (( expects == 1 )) || { (( expects == 2 )) && [[ $word != -?* ]] }; then
      expects=0
    elif (( ! rest )) && [[ $word == -- ]]; then
      rest=1 expects=0
    elif (( ! rest )) && [[ $word == -?* ]]; then
      expects=0
      if [[ $word != --*=* ]] && _toile_value "$place" "$word"; then
        expects=1
        [[ $REPLY == \\?* ]] && expects=2
      fi
    else
      _toile_next "$place"
      if (( ! rest && at == 0 )) && (( \${reply[(I)$word:*]} )); then
        place="\${place:+$place }$word"
      else
        at+=1
      fi
    fi
  done
  if (( expects == 1 )) || { (( expects == 2 )) && [[ $PREFIX != -* ]] }; then
    _toile_value "$place" "\${before[-1]}"
    _toile_offer "$REPLY" "$tool" "\${before[@]}"
  elif (( ! rest )) && [[ $PREFIX == --*=* ]] && _toile_value "$place" "\${PREFIX%%=*}"; then
    compset -P '*='
    _toile_offer "$REPLY" "$tool" "\${before[@]}"
  elif (( ! rest )) && [[ $PREFIX == -* ]]; then
    _toile_flags "$place"
    _describe -o flag reply
  else
    local -i ret=1
    if (( ! rest && at == 0 )); then
      _toile_next "$place"
      (( $#reply )) && _describe -V command reply && ret=0
    fi
    _toile_word "$place" "$at"
    _toile_offer "$REPLY" "$tool" "\${before[@]}" && ret=0
    return ret
  fi
}

# On the function path this file is the function; read by source or eval it only says which one completes toile.
if [[ $funcstack[1] == _toile ]]; then
  _toile "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _toile toile
fi
`;
