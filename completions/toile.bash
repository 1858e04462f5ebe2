# bash completion of toile. It asks toile what fits at the cursor.

_toile() {
  local tool=${COMP_WORDS[0]/#\~/$HOME} now=${COMP_WORDS[COMP_CWORD]} adds= each
  type "$tool" >/dev/null 2>&1 || tool=toile
  COMPREPLY=()
  {
    IFS= read -r adds
    while IFS= read -r each; do COMPREPLY+=("$each"); done
  } < <("$tool" __complete bash "${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
  case $adds in
  files)
    compopt -o default 2>/dev/null ||
      while IFS= read -r each; do
        printf -v each %q "$each"
        COMPREPLY+=("$each")
      done < <(compgen -f -- "$now")
    ;;
  programs)
    while IFS= read -r each; do
      printf -v each %q "$each"
      COMPREPLY+=("$each")
    done < <(compgen -c -- "$now")
    ;;
  esac
  if [[ ${#COMPREPLY[@]} == 1 && ${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -o nosort -F _toile toile 2>/dev/null || complete -F _toile toile
