import {
  type CompletionFlag,
  type CompletionNode,
  groupNodesByText,
  listFlagValues,
  listPositionValues,
} from './completion-tree.ts';

const quotePowershell = (text: string): string => `'${text.replaceAll("'", "''")}'`;

const renderHashtable = (name: string, rows: readonly (readonly [string, string])[]): string =>
  `    $${name} = @{\n${rows.map(([key, value]) => `        ${quotePowershell(key)} = ${value}`).join('\n')}\n    }`;

/** Returns an array of words with their descriptions after a tab, in the format of `toile __complete`. */
const renderWordArray = (rows: readonly (readonly [string, string])[]): string =>
  `@(${rows.map(([word, about]) => quotePowershell(`${word}\t${about}`)).join(', ')})`;

const listFlagWords = (flags: readonly CompletionFlag[]): (readonly [string, string])[] =>
  flags.map(({ name, about }) => [`--${name}`, about]);

const quoteValues = (rows: readonly (readonly [string, string])[]): (readonly [string, string])[] =>
  rows.map(([key, value]) => [key, quotePowershell(value)]);

const renderFlagLists = (places: readonly CompletionNode[]): string => {
  const sets = groupNodesByText(places, ({ globalFlags }) => renderWordArray(listFlagWords(globalFlags)));
  const setOf = (path: string): string => `$every${sets.findIndex(([paths]) => paths.includes(path))}`;
  return [
    ...sets.map(([, text], at) => `    $every${at} = ${text}`),
    renderHashtable(
      'flagsOf',
      places.map(({ path, flags }) => [path, `${renderWordArray(listFlagWords(flags))} + ${setOf(path)}`]),
    ),
  ].join('\n');
};

/** Returns the completion script for Windows PowerShell 5.1 and PowerShell 7. */
export const renderPowershellCompletion = (
  places: readonly CompletionNode[],
): string => `# PowerShell completion of toile, made from its command table.

Register-ArgumentCompleter -Native -CommandName toile -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

${renderHashtable(
  'nextOf',
  places
    .filter(({ nextWords }) => nextWords.length > 0)
    .map(({ path, nextWords }) => [path, renderWordArray(nextWords.map(({ word, about }) => [word, about]))]),
)}
${renderFlagLists(places)}
${renderHashtable('valueOf', quoteValues(listFlagValues(places)))}
${renderHashtable('wordOf', quoteValues(places.flatMap(listPositionValues)))}

    $tool = $commandAst.CommandElements[0].ToString()
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst]) { $_.Value } else { $_.ToString() } })
    function valueOf($place, $flag) {
        if ($valueOf.ContainsKey("\${place}:$flag")) { $valueOf["\${place}:$flag"] } else { $valueOf["*:$flag"] }
    }
    $place = ''; $what = $null; $at = 0; $rest = $false
    foreach ($word in $before) {
        if ($null -ne $what -and -not ($what -like '[?]*' -and $word -match '^-.')) { $what = $null }
        elseif (-not $rest -and $word -eq '--') { $rest = $true }
        elseif (-not $rest -and $word -match '^-.') { $what = valueOf $place $word }
        elseif (-not $rest -and $at -eq 0 -and @($nextOf[$place] | Where-Object { "$_".StartsWith("$word\`t") }).Count -gt 0) {
            $place = "$place $word".Trim()
        }
        else { $at++ }
    }

    $lead = ''; $begins = $wordToComplete.Trim("'", '"'); $found = @()
    if ($what -like '[?]*' -and $begins -like '-*') { $what = $null }
    if ($null -eq $what -and -not $rest -and $begins -match '^(--[^=]+)=(.*)$') {
        $lead = "$($Matches[1])="; $begins = $Matches[2]; $what = valueOf $place $lead.TrimEnd('=')
    }
    elseif ($null -eq $what -and -not $rest -and $begins -like '-*') { $found += $flagsOf[$place]; $what = '' }
    elseif ($null -eq $what) {
        if (-not $rest -and $at -eq 0) { $found += $nextOf[$place] }
        $what = $wordOf["\${place}:$at"]
        if ($null -eq $what) { $what = $wordOf["\${place}:*"] }
    }
    $kinds = @("$what".TrimStart('?').Split('+'))
    foreach ($kind in $kinds) {
        if ($kind -like '=*') { $found += $kind.Substring(1).Split(' ') }
        elseif ($kind -like ',*') {
            $ahead = ''
            if ($begins -match '^.*,') { $ahead = $Matches[0] }
            $found += $kind.Substring(1).Split(' ') | ForEach-Object { "$ahead$_" }
        }
        elseif ($kind -eq '@programs') { $found += (Get-Command -Name "$begins*" -CommandType Application).Name }
        elseif ($kind -like '@*' -and $kind -notlike '*files') {
            $found += & $tool __complete $kind.Substring(1) $begins @before 2>$null
        }
        # Where nothing is offered, PowerShell offers files.
        elseif ($kind -eq '@files' -and $found.Count -gt 0 -and $lead -eq '') {
            [System.Management.Automation.CompletionCompleters]::CompleteFilename($begins)
        }
    }
    foreach ($each in $found) {
        $text, $about = "$each" -split "\`t", 2
        if ($text -eq '' -or -not $text.StartsWith($begins, [StringComparison]::OrdinalIgnoreCase)) { continue }
        $typed = "$lead$text"
        # PowerShell takes typographic quotes for quotes.
        if ($typed -match '[\\s''"\`$;,(){}&|<>@#\\u2018-\\u201f]') {
            $typed = "'" + [regex]::Replace($typed, "['\\u2018-\\u201b]", '$0$0') + "'"
        }
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $about)
    }
}
`;
