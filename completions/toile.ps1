# PowerShell completion of toile. It asks toile what fits at the cursor.

Register-ArgumentCompleter -Native -CommandName toile -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)
    $tool = $commandAst.CommandElements[0].ToString()
    # An empty word is passed with its quotes, because Windows PowerShell 5.1 drops empty arguments.
    $before = @($commandAst.CommandElements | Select-Object -Skip 1 |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition } |
        ForEach-Object { if ($_ -is [System.Management.Automation.Language.StringConstantExpressionAst] -and $_.Value) { $_.Value } else { $_.ToString() } })
    $begins = $wordToComplete.Trim("'", '"')
    $answer = @(& $tool __complete powershell ".$begins" @before 2>$null)
    $adds, $lead = "$($answer[0])" -split "`t", 2
    $found = @($answer | Select-Object -Skip 1)
    if ($adds -eq 'programs') { $found += (Get-Command -Name "$begins*" -CommandType Application).Name }
    foreach ($each in $found) {
        $text, $about = "$each" -split "`t", 2
        if (-not $text) { continue }
        $typed = "$lead$text"
        # PowerShell takes typographic quotes for quotes.
        if ($typed -match '[\s''"`$;,(){}&|<>@#\u2018-\u201f]') {
            $typed = "'" + [regex]::Replace($typed, "['\u2018-\u201b]", '$0$0') + "'"
        }
        if (-not $about) { $about = $text }
        [System.Management.Automation.CompletionResult]::new($typed, $text, 'ParameterValue', $about)
    }
    # Where nothing is offered, PowerShell offers files.
    if ($adds -eq 'files' -and $found.Count -gt 0 -and -not $lead) {
        [System.Management.Automation.CompletionCompleters]::CompleteFilename($begins)
    }
}
