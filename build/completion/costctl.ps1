# PowerShell completion for costctl. Written by npm run build.

@tables@

Register-ArgumentCompleter -Native -CommandName costctl -ScriptBlock {
    param($wordToComplete, $commandAst, $cursorPosition)

    $typed = @($commandAst.CommandElements |
        Where-Object { $_.Extent.EndOffset -lt $cursorPosition -or ($wordToComplete -eq '' -and $_.Extent.EndOffset -le $cursorPosition) } |
        ForEach-Object { $_.ToString() })
    $command = $typed[0]
    $typed = @($typed | Select-Object -Skip 1)

    function Show-Word($value, $description) {
        if ($value -notlike "$wordToComplete*") { return }
        $text = if ($value -match '[\s''"$;&|]') { "'" + $value.Replace("'", "''") + "'" } else { $value }
        $tip = if ($description) { $description } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
    }

    # Asks costctl itself: for what the service has, and for what an imported document brought.
    function Request-Word($kind) {
        $null | & $command __complete $kind "=$wordToComplete" @typed 2>$null | ForEach-Object {
            $value, $description = $_ -split "`t", 2
            Show-Word $value $description
        }
    }

    # What an imported document brought is in no table here: then costctl itself reads the line.
    function Test-Imported {
        if ($env:COSTCTL_CONFIG_DIR) { return Test-Path "$env:COSTCTL_CONFIG_DIR/described" }
        $folder = if ($env:XDG_CONFIG_HOME) { $env:XDG_CONFIG_HOME } else { "$HOME/.config" }
        foreach ($one in $folder, "$HOME/Library/Preferences", $env:APPDATA) {
            if ($one -and (Test-Path "$one/costctl/described")) { return $true }
        }
        return $false
    }

    function Show-Kind($kind) {
        if ($kind.StartsWith('=')) { $kind.Substring(1) -split ',' | ForEach-Object { Show-Word $_ '' } }
        elseif ($kind.StartsWith('@')) { Request-Word $kind.Substring(1) }
        elseif ($kind -eq 'file') { [System.Management.Automation.CompletionCompleters]::CompleteFilename($wordToComplete) }
    }

    function Get-Kind($option) {
        foreach ($row in @($costctl_options[$path]) + @($costctl_options['']) + @($costctl_options['+'])) {
            if ($row -and $row[0] -ceq $option) { return $row[1] }
        }
        return ''
    }

    if (Test-Imported) {
        $found = @(Request-Word 'line')
        if ($found.Count -gt 0) { return $found }
    }
    $path = ''
    $place = 0
    $wanted = ''
    $helping = $false
    foreach ($word in $typed) {
        if ($wanted) { $wanted = ''; continue }
        if ($word.StartsWith('-')) {
            if (-not $word.Contains('=')) { $wanted = Get-Kind $word }
            continue
        }
        if ($word -ceq 'help' -and $path -eq '' -and -not $helping) { $helping = $true; continue }
        $next = ''
        foreach ($row in @($costctl_words[$path])) { if ($row -and $row[0] -ceq $word) { $next = $word } }
        foreach ($row in @($costctl_aliases[$path])) { if ($row -and $row[0] -ceq $word) { $next = $row[1] } }
        if ($next) { $path = "$path $next".Trim() } else { $place++ }
    }

    if ($wanted) { return Show-Kind $wanted }
    if ($helping) {
        foreach ($row in $costctl_words[$path]) { Show-Word $row[0] $row[1] }
        if ($path -eq '') { foreach ($row in $costctl_words['help']) { Show-Word $row[0] $row[1] } }
        return
    }
    if ($wordToComplete.StartsWith('-')) {
        $rows = @($costctl_options[$path])
        if ($rows[-1] -and $rows[-1][0] -eq '+') { $rows = @($rows | Select-Object -SkipLast 1) + @($costctl_options['+']) }
        if ($path -ne '') { $rows += @($costctl_options['']) }
        foreach ($row in $rows) { if ($row) { Show-Word $row[0] $row[2] } }
    } elseif ($costctl_words.ContainsKey($path)) {
        foreach ($row in $costctl_words[$path]) { Show-Word $row[0] $row[1] }
    } else {
        foreach ($row in @($costctl_arguments[$path])) {
            if ($row -and ($row[0] -eq "$place" -or $row[0] -eq '*')) { return Show-Kind $row[1] }
        }
    }
}
