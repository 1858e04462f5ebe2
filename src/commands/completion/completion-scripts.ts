/** The completion script of a shell: the name of the file to install it as, and its text. */
export interface CompletionScript {
  readonly file: string;
  readonly text: string;
}

/** The completion script for bash 3.2, which macOS ships, and later. */
const BASH = `# bash completion of toile. It asks toile what fits at the cursor.

_toile() {
  local tool=\${COMP_WORDS[0]/#\\~/$HOME} now=\${COMP_WORDS[COMP_CWORD]} adds= each
  type "$tool" >/dev/null 2>&1 || tool=toile
  COMPREPLY=()
  {
    IFS= read -r adds
    while IFS= read -r each; do COMPREPLY+=("$each"); done
  } < <("$tool" __complete bash "\${COMP_LINE:0:COMP_POINT}" "$COMP_WORDBREAKS" 2>/dev/null)
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
  if [[ \${#COMPREPLY[@]} == 1 && \${COMPREPLY[0]} == */ ]]; then compopt -o nospace 2>/dev/null; fi
}

complete -o nosort -F _toile toile 2>/dev/null || complete -F _toile toile
`;

const ZSH = `#compdef toile
# zsh completion of toile. It asks toile what fits at the cursor.

_toile() {
  local tool=\${(Q)words[1]} adds lead word about
  local -a found
  local -i ret=1
  tool=\${tool/#\\~/$HOME}
  whence -p -- "$tool" >/dev/null || tool=toile
  {
    IFS=$'\\t' read -r adds lead
    while IFS=$'\\t' read -r word about; do found+=("\${word//:/\\\\:}:$about"); done
  } < <("$tool" __complete zsh ".\${(Q)PREFIX}" "\${(@Q)words[2,CURRENT-1]}" 2>/dev/null)
  [[ -n $lead ]] && compset -P "\${(b)lead}"
  (( $#found )) && _describe -V value found && ret=0
  case $adds in
  files) _files && ret=0 ;;
  programs) _command_names -e && ret=0 ;;
  esac
  return ret
}

# On the function path this file is the function; read by source or eval it only says which one completes toile.
if [[ $funcstack[1] == _toile ]]; then
  _toile "$@"
else
  (( $+functions[compdef] )) || { autoload -Uz compinit && compinit }
  compdef _toile toile
fi
`;

const FISH = `# fish completion of toile. It asks toile what fits at the cursor.

function __toile_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct | string replace -r '^["\\']' '' | string replace -a '\\\\' '')
    set -l tool (string replace -r '^~' -- $HOME $before[1])
    type -q "$tool"; or set tool toile
    set -l answer ($tool __complete fish ".$now" $before[2..-1] 2>/dev/null)
    set -l first (string split \\t -- $answer[1])
    for each in $answer[2..-1]
        echo -- "$first[2]$each"
    end
    switch "$first[1]"
        case files
            for each in (__fish_complete_path (string sub -s (math (string length -- "$first[2]") + 1) -- "$now"))
                echo -- "$first[2]$each"
            end
        case programs
            __fish_complete_command
    end
end

complete -c toile -f -k -a '(__toile_complete)'
`;

/** The completion script for Windows PowerShell 5.1 and PowerShell 7. */
const POWERSHELL = `# PowerShell completion of toile. It asks toile what fits at the cursor.

Register-ArgumentCompleter -Native -CommandName toile -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $tool = $commandAst.CommandElements[0].ToString()
    # An empty word is passed with its quotes, because Windows PowerShell 5.1 drops empty arguments.
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst] -and $_.Value) { $_.Value } else { $_.ToString() } })
    $begins = $wordToComplete.Trim("'", '"')
    $answer = @(& $tool __complete powershell ".$begins" @before 2>$null)
    $adds, $lead = "$($answer[0])" -split "\`t", 2
    $found = @($answer | Select-Object -Skip 1)
    if ($adds -eq 'programs') { $found += (Get-Command -Name "$begins*" -CommandType Application).Name }
    foreach ($each in $found) {
        $text, $about = "$each" -split "\`t", 2
        if (-not $text) { continue }
        $typed = "$lead$text"
        # PowerShell takes typographic quotes for quotes.
        if ($typed -match '[\\s''"\`$;,(){}&|<>@#\\u2018-\\u201f]') {
            $typed = "'" + [regex]::Replace($typed, "['\\u2018-\\u201b]", '$0$0') + "'"
        }
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $about)
    }
    # Where nothing is offered, PowerShell offers files.
    if ($adds -eq 'files' -and $found.Count -gt 0 -and -not $lead) {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($begins)
    }
}
`;

/** The scripts by shell. Each script passes the typed line to the hidden command `__complete`. */
export const COMPLETION_SCRIPTS: Readonly<Record<string, CompletionScript>> = {
  bash: { file: 'toile.bash', text: BASH },
  zsh: { file: '_toile', text: ZSH },
  fish: { file: 'toile.fish', text: FISH },
  powershell: { file: 'toile.ps1', text: POWERSHELL },
};
