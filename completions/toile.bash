# bash completion of toile, made from its command table.

__toile_next() {
  case $1 in
  '') REPLY='login logout me quota accounts designs graph brief trust confirmations sheet workbook export techpack shared pull diff stale values season trims tour sandbox api tools mcp skill config commands doctor completion help' ;;
  'accounts' | 'commands accounts' | 'help accounts') REPLY='ls use' ;;
  'designs' | 'commands designs' | 'help designs') REPLY='ls' ;;
  'workbook' | 'commands workbook' | 'help workbook') REPLY='write read' ;;
  'techpack' | 'commands techpack' | 'help techpack') REPLY='request status ls forget' ;;
  'shared' | 'commands shared' | 'help shared') REPLY='init' ;;
  'sandbox' | 'commands sandbox' | 'help sandbox') REPLY='start run status pay advance scenario reset' ;;
  'tools' | 'commands tools' | 'help tools') REPLY='ls call' ;;
  'mcp' | 'commands mcp' | 'help mcp') REPLY='serve config' ;;
  'skill' | 'commands skill' | 'help skill') REPLY='print' ;;
  'config' | 'commands config' | 'help config') REPLY='ls get set unset' ;;
  'config set') REPLY='account accessible pager rate max-wait shared' ;;
  'commands' | 'help') REPLY='accounts designs workbook techpack shared sandbox tools mcp skill config' ;;
  *) REPLY= ;;
  esac
}

__toile_flags() {
  case $1 in
  '') REPLY='--version' ;;
  'login') REPLY='--with-key --web --connector-url --client-id --mcp-url --insecure-storage' ;;
  'me') REPLY='--offline' ;;
  'designs ls') REPLY='--limit --all --before --search --category --minted --since' ;;
  'graph') REPLY='--profile --kind --all --view --format --rows --state' ;;
  'brief') REPLY='--all --state' ;;
  'trust') REPLY='--all' ;;
  'confirmations') REPLY='--all --view --state' ;;
  'sheet') REPLY='--output --profile --only --kind --no-trust --all --since --drawing --lang --terms --terms-missing --open --clobber --skip-existing' ;;
  'workbook write') REPLY='--output --profile --rounds --together --clobber --skip-existing' ;;
  'export') REPLY='--output --profile --driver --clobber --skip-existing --link' ;;
  'techpack request') REPLY='--yes --wait --timeout --interval --download --clobber --brand --size-selection --notes --piece-scope --body --again --local-guard --open' ;;
  'techpack status') REPLY='--wait --timeout --interval --download --clobber' ;;
  'techpack forget') REPLY='--damaged --yes' ;;
  'shared init') REPLY='--keep --yes' ;;
  'pull') REPLY='--profile --only --exports --since --garments-only --max-age --max-requests --reserve --delete --delete=all --prune --dry-run' ;;
  'diff') REPLY='--all --md --html' ;;
  'stale') REPLY='--reserve' ;;
  'values') REPLY='--all --profile --field --kind --state --department --value --count-by --whole' ;;
  'season') REPLY='--profile --department --search --sort --reverse --html' ;;
  'trims') REPLY='--profile --kind --search --multiply --whole' ;;
  'sandbox start') REPLY='--port --state --from --scenario --cors' ;;
  'sandbox run') REPLY='--port --state --from --scenario' ;;
  'api') REPLY='--method --body --field --all --include --yes --again --local-guard' ;;
  'tools call') REPLY='--args --yes --again' ;;
  'mcp serve' | 'mcp config') REPLY='--folder' ;;
  *) REPLY= ;;
  esac
}

# Flags that most commands take.
__toile_everywhere() {
  case $1 in
  '' | 'accounts' | 'designs' | 'workbook' | 'techpack' | 'shared' | 'sandbox' | 'tools' | 'mcp' | 'skill' | 'config' | 'me' | 'designs ls' | 'graph' | 'brief' | 'trust' | 'confirmations' | 'sheet' | 'workbook write' | 'export' | 'techpack request' | 'techpack status' | 'shared init' | 'pull' | 'diff' | 'stale' | 'values' | 'mcp config' | 'doctor') REPLY='--json --jsonl --csv --xlsx --columns --fields --jq --sandbox --sandbox-from --account --base-url --insecure-http --max-wait --request-timeout --no-color --quiet --no-input --accessible --debug --help' ;;
  'login' | 'quota') REPLY='--json --jsonl --csv --xlsx --columns --fields --jq --account --base-url --insecure-http --max-wait --request-timeout --no-color --quiet --no-input --accessible --debug --help' ;;
  'logout') REPLY='--json --jsonl --csv --xlsx --columns --fields --jq --account --insecure-http --max-wait --request-timeout --no-color --quiet --no-input --accessible --debug --help' ;;
  'accounts ls' | 'accounts use' | 'workbook read' | 'techpack ls' | 'techpack forget' | 'season' | 'trims' | 'config ls' | 'config get' | 'config set' | 'config unset' | 'commands' | 'config set account' | 'config set accessible' | 'config set pager' | 'config set rate' | 'config set max-wait' | 'config set shared' | 'commands accounts' | 'commands designs' | 'commands workbook' | 'commands techpack' | 'commands shared' | 'commands sandbox' | 'commands tools' | 'commands mcp' | 'commands skill' | 'commands config') REPLY='--json --jsonl --csv --xlsx --columns --fields --jq --no-color --quiet --no-input --accessible --debug --help' ;;
  'tour') REPLY='--sandbox --no-color --quiet --no-input --accessible --debug --help' ;;
  'sandbox start') REPLY='--json --no-color --quiet --no-input --accessible --debug --help' ;;
  'sandbox run' | 'skill print' | 'completion') REPLY='--no-color --quiet --no-input --accessible --debug --help' ;;
  'sandbox status' | 'sandbox pay' | 'sandbox advance' | 'sandbox scenario' | 'sandbox reset') REPLY='--json --jsonl --csv --xlsx --columns --fields --jq --sandbox --base-url --no-color --quiet --no-input --accessible --debug --help' ;;
  'api') REPLY='--json --fields --jq --sandbox --sandbox-from --account --base-url --insecure-http --max-wait --request-timeout --no-color --quiet --no-input --accessible --debug --help' ;;
  'tools ls' | 'tools call') REPLY='--json --jsonl --csv --xlsx --columns --fields --jq --sandbox --account --insecure-http --max-wait --request-timeout --no-color --quiet --no-input --accessible --debug --help' ;;
  'mcp serve') REPLY='--sandbox --sandbox-from --account --base-url --insecure-http --max-wait --request-timeout --no-color --quiet --no-input --accessible --debug --help' ;;
  'help' | 'help accounts' | 'help designs' | 'help workbook' | 'help techpack' | 'help shared' | 'help sandbox' | 'help tools' | 'help mcp' | 'help skill' | 'help config') REPLY='--json --fields --jq --no-color --quiet --no-input --accessible --debug --help' ;;
  *) REPLY= ;;
  esac
}

# Sets REPLY to what the value of a flag may be; fails for a switch.
__toile_value() {
  case $1:$2 in
  'login:--connector-url') REPLY='' ;;
  'login:--client-id') REPLY='' ;;
  'login:--mcp-url') REPLY='' ;;
  'designs ls:--limit') REPLY='' ;;
  'designs ls:--before') REPLY='' ;;
  'designs ls:--search') REPLY='' ;;
  'designs ls:--category') REPLY='' ;;
  'designs ls:--since') REPLY='' ;;
  'graph:--profile') REPLY='=technical_designer factory' ;;
  'graph:--kind') REPLY=',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway' ;;
  'graph:--view') REPLY='=designer factory' ;;
  'graph:--format') REPLY='=mermaid' ;;
  'graph:--rows') REPLY='=bom pom cut seams labels colourways sizes piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway' ;;
  'graph:--state') REPLY=',asserted inferred unstated none' ;;
  'brief:--state') REPLY=',asserted inferred unstated none' ;;
  'confirmations:--view') REPLY='=designer factory' ;;
  'confirmations:--state') REPLY=',asserted inferred unstated none' ;;
  'sheet:--output') REPLY='@files' ;;
  'sheet:-o') REPLY='@files' ;;
  'sheet:--profile') REPLY='=technical_designer factory' ;;
  'sheet:--only') REPLY=',materials cutting sewing measuring labels other facts brief trust questions not-stated' ;;
  'sheet:--kind') REPLY=',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway' ;;
  'sheet:--since') REPLY='@ids+@files' ;;
  'sheet:--drawing') REPLY='=fetch+@files' ;;
  'sheet:--lang') REPLY='=zh-Hans zh-Hant vi tr it pt es' ;;
  'sheet:--terms') REPLY='@files' ;;
  'workbook write:--output') REPLY='@files' ;;
  'workbook write:-o') REPLY='@files' ;;
  'workbook write:--profile') REPLY='=technical_designer factory' ;;
  'workbook write:--rounds') REPLY=',proto fit pp' ;;
  'export:--output') REPLY='@files' ;;
  'export:-o') REPLY='@files' ;;
  'export:--profile') REPLY='=technical_designer factory' ;;
  'export:--driver') REPLY='=illustrator_svg_stage1 json svg' ;;
  'techpack request:--timeout') REPLY='' ;;
  'techpack request:--interval') REPLY='' ;;
  'techpack request:--download') REPLY='?@files' ;;
  'techpack request:--brand') REPLY='' ;;
  'techpack request:--size-selection') REPLY='@@files' ;;
  'techpack request:--notes') REPLY='' ;;
  'techpack request:--piece-scope') REPLY='' ;;
  'techpack request:--body') REPLY='@@files' ;;
  'techpack status:--timeout') REPLY='' ;;
  'techpack status:--interval') REPLY='' ;;
  'techpack status:--download') REPLY='?@files' ;;
  'pull:--profile') REPLY='=technical_designer factory both' ;;
  'pull:--only') REPLY=',graph brief trust confirmations' ;;
  'pull:--exports') REPLY=',svg json' ;;
  'pull:--since') REPLY='' ;;
  'pull:--max-age') REPLY='' ;;
  'pull:--max-requests') REPLY='' ;;
  'pull:--reserve') REPLY='' ;;
  'pull:--prune') REPLY='' ;;
  'stale:--reserve') REPLY='' ;;
  'values:--profile') REPLY='=technical_designer factory' ;;
  'values:--field') REPLY='' ;;
  'values:--kind') REPLY=',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway' ;;
  'values:--state') REPLY=',asserted inferred unstated none' ;;
  'values:--department') REPLY=',cutting sewing materials measuring labels other' ;;
  'values:--value') REPLY='' ;;
  'values:--count-by') REPLY=',design_id garment_id name node_id kind label field value unit state basis confidence profile where' ;;
  'season:--profile') REPLY='=technical_designer factory' ;;
  'season:--department') REPLY=',cutting sewing materials measuring labels other' ;;
  'season:--search') REPLY='' ;;
  'season:--sort') REPLY='=design_id garment_id name profile where cutting_asserted cutting_inferred cutting_unstated cutting_another cutting_open sewing_asserted sewing_inferred sewing_unstated sewing_another sewing_open materials_asserted materials_inferred materials_unstated materials_another materials_open measuring_asserted measuring_inferred measuring_unstated measuring_another measuring_open labels_asserted labels_inferred labels_unstated labels_another labels_open other_asserted other_inferred other_unstated other_another other_open brief_asserted brief_inferred brief_unstated brief_another' ;;
  'season:--html') REPLY='@files' ;;
  'trims:--profile') REPLY='=technical_designer factory' ;;
  'trims:--kind') REPLY=',piece edge seam quilt_line closure construction_note process material trim measurement label packaging colourway' ;;
  'trims:--search') REPLY='' ;;
  'sandbox start:--port') REPLY='' ;;
  'sandbox start:--state') REPLY='@files' ;;
  'sandbox start:--from') REPLY='@files' ;;
  'sandbox start:--scenario') REPLY='=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none' ;;
  'sandbox start:--cors') REPLY='' ;;
  'sandbox run:--port') REPLY='' ;;
  'sandbox run:--state') REPLY='@files' ;;
  'sandbox run:--from') REPLY='@files' ;;
  'sandbox run:--scenario') REPLY='=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none' ;;
  'api:--method') REPLY='=GET POST' ;;
  'api:-X') REPLY='=GET POST' ;;
  'api:--body') REPLY='@@files' ;;
  'api:--field') REPLY='' ;;
  'api:-f') REPLY='' ;;
  'tools call:--args') REPLY='@@files' ;;
  'mcp serve:--folder') REPLY='@files' ;;
  'mcp config:--folder') REPLY='@files' ;;
  *':--xlsx') REPLY='@files' ;;
  *':--columns') REPLY='@@files' ;;
  *':--fields') REPLY='' ;;
  *':--jq') REPLY='' ;;
  *':--sandbox-from') REPLY='@files' ;;
  *':--account') REPLY='@accounts' ;;
  *':--base-url') REPLY='' ;;
  *':--max-wait') REPLY='' ;;
  *':--request-timeout') REPLY='' ;;
  *) return 1 ;;
  esac
}

# Sets REPLY to what the word at a position may be.
__toile_word() {
  case $1:$2 in
  'accounts use:0') REPLY='@accounts' ;;
  'graph:0') REPLY='@ids+@@files' ;;
  'brief:0') REPLY='@ids+@@files' ;;
  'trust:0') REPLY='@ids+@@files' ;;
  'confirmations:0') REPLY='@ids+@@files' ;;
  'sheet:'*) REPLY='@ids+@@files' ;;
  'workbook write:'*) REPLY='@ids+@@files' ;;
  'workbook read:0') REPLY='@files' ;;
  'export:'*) REPLY='@ids' ;;
  'techpack request:0') REPLY='@ids' ;;
  'techpack status:0') REPLY='@purchases' ;;
  'techpack forget:0') REPLY='@requests' ;;
  'pull:0') REPLY='@files' ;;
  'pull:'*) REPLY='@ids' ;;
  'diff:0') REPLY='@ids+@files' ;;
  'diff:1') REPLY='@ids+@files' ;;
  'stale:0') REPLY='@files' ;;
  'stale:'*) REPLY='@ids' ;;
  'values:'*) REPLY='@ids+@files' ;;
  'season:0') REPLY='@files' ;;
  'trims:0') REPLY='@files' ;;
  'sandbox run:0') REPLY='@programs' ;;
  'sandbox run:'*) REPLY='@files' ;;
  'sandbox pay:0') REPLY='@purchases' ;;
  'sandbox advance:0') REPLY='' ;;
  'sandbox scenario:0') REPLY='=rate-limited expired-link payment-required pricing-not-configured slow-pack failed-pack unavailable flaky-network cut-download none' ;;
  'api:0') REPLY='' ;;
  'tools call:0') REPLY='=get_garment_graph get_tailor_brief run_design_trust list_unresolved_confirmations' ;;
  'mcp config:0') REPLY='=claude claude-desktop cursor vscode codex gemini antigravity windsurf zed' ;;
  'config get:0') REPLY='=account accessible pager rate max-wait shared' ;;
  'config unset:0') REPLY='=account accessible pager rate max-wait shared' ;;
  'commands:0') REPLY='=login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help' ;;
  'completion:0') REPLY='=bash zsh fish powershell' ;;
  'help:0') REPLY='=environment flags ci git exit-codes output provenance login logout me quota graph brief trust confirmations sheet export pull diff stale values season trims tour api commands doctor completion help' ;;
  'config set account:0') REPLY='@accounts' ;;
  'config set accessible:0') REPLY='=true false' ;;
  'config set pager:0') REPLY='' ;;
  'config set rate:0') REPLY='' ;;
  'config set max-wait:0') REPLY='' ;;
  'config set shared:0') REPLY='' ;;
  *) REPLY= ;;
  esac
}

# Adds a candidate to COMPREPLY as it has to be typed behind the quote that is open, if one is.
__toile_add() {
  local each=$1
  # Bash adds to an opened quote what it is given: only what means itself there is offered.
  case $2 in
  '"') [[ $each == *[\"\\\$\`!]* ]] && return ;;
  "'") [[ $each == *[\'!]* ]] && return ;;
  *) printf -v each %q "$each" ;;
  esac
  COMPREPLY+=("$each")
}

# Adds to COMPREPLY what fits: what it may be, how it begins, the program, and the words before it.
__toile_offer() {
  local what=${1#\?} begins=$2 tool=$3 each open= lead=
  shift 3
  case $what in
  *+*)
    __toile_offer "${what%%+*}" "$begins" "$tool" "$@"
    __toile_offer "${what#*+}" "$begins" "$tool" "$@"
    return
    ;;
  ,*)
    [[ $begins == *,* ]] && lead=${begins%,*},
    begins=${begins##*,}
    ;;
  =*) ;;
  *)
    case $begins in [\"\']*) open=${begins:0:1} ;; esac
    begins=${begins#[\"\']}
    begins=${begins//\\/}
    ;;
  esac
  case $what in
  [,=]*)
    for each in ${what#?}; do
      [[ $each == "$begins"* ]] && COMPREPLY+=("$lead$each")
    done
    ;;
  @files | @@files)
    if [[ $what == @@* ]]; then
      [[ -z $begins || $begins == @* ]] || return
      begins=${begins#@} lead=@
    elif ((${#COMPREPLY[@]} == 0)) && compopt -o default 2>/dev/null; then
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
    while IFS=$'\t' read -r each _; do
      __toile_add "$each" "$open"
    done < <("$tool" __complete "${what#@}" "$begins" "$@" 2>/dev/null)
    ;;
  esac
}

_toile() {
  local IFS=$' \t\n'
  local words=() now lead= line=$COMP_LINE tool place= REPLY= word expects=0 at=0 rest=0 apart=1 i
  COMPREPLY=()
  # Bash cuts a word at = : and @; what belongs together has nothing between, and bash replaces only the last part.
  for ((i = 0; i <= COMP_CWORD; i++)); do
    word=${COMP_WORDS[i]}
    while [[ $line == [[:space:]]* ]]; do line=${line:1} apart=1; done
    if ((!apart)); then
      ((i == COMP_CWORD)) && lead=${words[${#words[@]} - 1]}
      words[${#words[@]} - 1]+=$word
    else
      words+=("$word")
    fi
    line=${line:${#word}} apart=0
  done
  now=${words[${#words[@]} - 1]} tool=${words[0]/#\~/$HOME}
  [[ $now == *[=:@] && ${COMP_WORDS[COMP_CWORD]} == [=:@]* ]] && lead=$now
  # An @ is cut off, and yet replaced with what follows it.
  lead=${lead%@}
  type "$tool" >/dev/null 2>&1 || tool=toile
  for word in "${words[@]:1:${#words[@]}-2}"; do
    if ((expects == 1)) || { ((expects == 2)) && [[ $word != -?* ]]; }; then
      expects=0
    elif ((!rest)) && [[ $word == -- ]]; then
      rest=1 expects=0
    elif ((!rest)) && [[ $word == -?* ]]; then
      expects=0
      if [[ $word != --*=* ]] && __toile_value "$place" "$word"; then
        expects=1
        [[ $REPLY == \?* ]] && expects=2
      fi
    else
      __toile_next "$place"
      if ((!rest && at == 0)) && [[ " $REPLY " == *" $word "* ]]; then
        place=${place:+$place }$word
      else
        ((at++))
      fi
    fi
  done
  local before=("${words[@]:1:${#words[@]}-2}")
  if ((expects == 1)) || { ((expects == 2)) && [[ $now != -* ]]; }; then
    __toile_value "$place" "${before[${#before[@]} - 1]}"
    __toile_offer "$REPLY" "$now" "$tool" "${before[@]}"
  elif ((!rest)) && [[ $now == --*=* ]] && __toile_value "$place" "${now%%=*}"; then
    __toile_offer "$REPLY" "${now#*=}" "$tool" "${before[@]}"
    lead=${lead#"${now%%=*}="}
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
    __toile_offer "$REPLY" "$now" "$tool" "${before[@]}"
  fi
  if [[ -n $lead ]]; then
    for i in "${!COMPREPLY[@]}"; do COMPREPLY[i]=${COMPREPLY[i]#"$lead"}; done
  fi
}

complete -o nosort -F _toile toile 2>/dev/null || complete -F _toile toile
