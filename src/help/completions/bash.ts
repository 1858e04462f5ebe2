import { type Flag, type Place, spec, together, valued } from './shape.ts';

const quoted = (text: string): string => `'${text.replaceAll("'", `'\\''`)}'`;

const cases = (rows: readonly (readonly [string, string])[]): string =>
  rows.map(([pattern, text]) => `  ${pattern}) REPLY=${quoted(text)} ;;`).join('\n');

/** A pattern as it is, but for a star at either end. */
const pattern = (text: string): string => {
  const [, before = '', middle = '', after = ''] = /^(\*?)(.*?)(\*?)$/.exec(text) ?? [];
  return `${before}${quoted(middle)}${after}`;
};

const grouped = (places: readonly Place[], write: (place: Place) => string): string =>
  cases(together(places, write).map(([paths, text]) => [paths.map(quoted).join(' | '), text]));

const names = (flags: readonly Flag[]): string => flags.map(({ name }) => `--${name}`).join(' ');

/** Positions of a place by number, and `*` for all that follow. */
const positions = ({ path, words, many }: Place): [string, string][] =>
  words.map((values, at) => [`${path}:${many && at === words.length - 1 ? '*' : at}`, spec(values)]);

/** Bash 3.2 and later, which is what macOS ships; no other package is needed. */
export const bash = (
  places: readonly Place[],
): string => `# bash completion of toile, made from its command table.

__toile_next() {
  case $1 in
${grouped(places, ({ next }) => next.map(({ word }) => word).join(' '))}
  *) REPLY= ;;
  esac
}

__toile_flags() {
  case $1 in
${grouped(places, ({ flags }) => names(flags))}
  *) REPLY= ;;
  esac
}

# Flags that most commands take.
__toile_everywhere() {
  case $1 in
${grouped(places, ({ everywhere }) => names(everywhere))}
  *) REPLY= ;;
  esac
}

# Sets REPLY to what the value of a flag may be; fails for a switch.
__toile_value() {
  case $1:$2 in
${cases(valued(places).map(([typed, what]) => [pattern(typed), what]))}
  *) return 1 ;;
  esac
}

# Sets REPLY to what the word at a position may be.
__toile_word() {
  case $1:$2 in
${cases(places.flatMap(positions).map(([typed, what]) => [pattern(typed), what]))}
  *) REPLY= ;;
  esac
}

# Adds to COMPREPLY what fits: what it may be, how it begins, the program, and the words before it.
__toile_offer() {
  local what=$1 begins=$2 tool=$3 each open=
  shift 3
  case $begins in [\\"\\']*) open=\${begins:0:1} ;; esac
  case $what in
  =*)
    for each in \${what#=}; do
      [[ $each == "$begins"* ]] && COMPREPLY+=("$each")
    done
    ;;
  @files)
    if [[ $begins == @* ]]; then
      while IFS= read -r each; do COMPREPLY+=("@$each"); done < <(compgen -f -- "\${begins#@}")
    elif ! compopt -o default 2>/dev/null; then
      while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -f -- "$begins")
    fi
    ;;
  @programs)
    while IFS= read -r each; do COMPREPLY+=("$each"); done < <(compgen -c -- "$begins")
    ;;
  @*)
    begins=\${begins#[\\"\\']}
    begins=\${begins//\\\\/}
    while IFS=$'\\t' read -r each _; do
      # Bash adds to an opened quote what it is given: only what means itself there is offered.
      case $open in
      '"') [[ $each == *[\\"\\\\\\$\\\`!]* ]] && continue ;;
      "'") [[ $each == *[\\'!]* ]] && continue ;;
      *) printf -v each %q "$each" ;;
      esac
      COMPREPLY+=("$each")
    done < <("$tool" __complete "\${what#@}" "$begins" "$@" 2>/dev/null)
    ;;
  esac
}

_toile() {
  local IFS=$' \\t\\n'
  local now=\${COMP_WORDS[COMP_CWORD]} tool=\${COMP_WORDS[0]/#\\~/$HOME} place= REPLY= word expects=0 at=0 rest=0 i
  COMPREPLY=()
  type "$tool" >/dev/null 2>&1 || tool=toile
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    if ((expects)); then
      # Bash cuts --flag=value into three words.
      [[ $word == = ]] || expects=0
    elif ((!rest)) && [[ $word == -- ]]; then
      rest=1
    elif ((!rest)) && [[ $word == -?* ]]; then
      __toile_value "$place" "$word" && expects=1
    else
      __toile_next "$place"
      if ((!rest && at == 0)) && [[ " $REPLY " == *" $word "* ]]; then
        place=\${place:+$place }$word
      else
        ((at++))
      fi
    fi
  done
  local before=("\${COMP_WORDS[@]:1:COMP_CWORD-1}")
  if ((expects)); then
    [[ $now == = ]] && now=
    __toile_value "$place" "\${COMP_WORDS[COMP_CWORD - 1]}" ||
      __toile_value "$place" "\${COMP_WORDS[COMP_CWORD - 2]}"
    __toile_offer "$REPLY" "$now" "$tool" "\${before[@]}"
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
}

complete -o nosort -F _toile toile 2>/dev/null || complete -F _toile toile
`;
