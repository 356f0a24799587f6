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
        # Anything else might be run. PowerShell takes typographic quotes for plain ones.
        $text = if ($value -match '^[\w./:=+,-]+$') { $value } else { "'" + ($value -replace "(['\u2018-\u201B])", '$1$1') + "'" }
        $tip = if ($description) { $description } else { $value }
        [System.Management.Automation.CompletionResult]::new($text, $value, 'ParameterValue', $tip)
    }

    # Asks costctl itself: for what the service has, and for what an imported document added.
    function Request-Word($kind) {
        $null | & $command __complete $kind "=$wordToComplete" @typed 2>$null | ForEach-Object {
            $value, $description = $_ -split "`t", 2
            Show-Word $value $description
        }
    }

    # The folder of the imported documents, if there is one.
    function Get-Imported {
        if ($env:COSTCTL_CONFIG_DIR) {
            if (Test-Path "$env:COSTCTL_CONFIG_DIR/described") { return "$env:COSTCTL_CONFIG_DIR/described" }
            return ''
        }
        $folder = if ($env:XDG_CONFIG_HOME) { $env:XDG_CONFIG_HOME } else { "$HOME/.config" }
        foreach ($one in $folder, "$HOME/Library/Preferences", $env:APPDATA) {
            if ($one -and (Test-Path "$one/costctl/described")) { return "$one/costctl/described" }
        }
        return ''
    }

    # The words that imported documents add after a path: their imports wrote them to files.
    function Get-More($path) {
        $folder = Get-Imported
        if (-not $folder) { return }
        Select-String -Path "$folder/*.words" -Pattern "^/$path\t" -CaseSensitive -ErrorAction SilentlyContinue | ForEach-Object {
            foreach ($one in $_.Line.Split("`t") | Select-Object -Skip 1) { , @($one -split ':', 2) }
        }
    }

    function Show-More {
        $known = @($costctl_words[$path] | ForEach-Object { $_[0] })
        foreach ($one in $more) { if ($known -cnotcontains $one[0]) { Show-Word $one[0] $one[1] } }
    }

    # The options and arguments of an imported command are in no table: costctl itself reads the line.
    function Request-Line {
        if (Get-Imported) { Request-Word 'line' }
    }

    function Show-Kind($kind) {
        # The first word of a list needs no program.
        if (-not $wordToComplete.Contains(',')) { $kind = $kind -replace '^@=', '=' }
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

    $path = ''
    $place = 0
    $wanted = ''
    $helping = $false
    $lost = $false
    $more = @(Get-More '')
    foreach ($word in $typed) {
        if ($wanted) { $wanted = ''; continue }
        if ($word.StartsWith('-')) {
            if (-not $word.Contains('=')) { $wanted = Get-Kind $word }
            continue
        }
        if ($word -ceq 'help' -and $path -eq '' -and -not $helping) { $helping = $true; continue }
        if ($lost) { continue }
        $next = ''
        $added = $false
        foreach ($row in $more) { if ($row[0] -ceq $word) { $next = $word; $added = $true } }
        foreach ($row in @($costctl_words[$path])) { if ($row -and $row[0] -ceq $word) { $next = $word } }
        foreach ($row in @($costctl_aliases[$path])) { if ($row -and $row[0] -ceq $word) { $next = $row[1] } }
        if ($next) {
            $path = "$path $next".Trim()
            $more = @(Get-More $path)
            # A command of an imported document has nothing but options and arguments.
            if ($added -and $more.Count -eq 0) { $lost = $true }
        } else {
            if ($costctl_words.ContainsKey($path) -or $more.Count -gt 0) { $lost = $true }
            $place++
        }
    }
    if ($lost) { return Request-Line }

    if ($wanted) { return Show-Kind $wanted }
    if ($helping) {
        foreach ($row in $costctl_words[$path]) { Show-Word $row[0] $row[1] }
        Show-More
        if ($path -eq '') { foreach ($row in $costctl_words['help']) { Show-Word $row[0] $row[1] } }
        return
    }
    if ($wordToComplete.StartsWith('-')) {
        $rows = @($costctl_options[$path])
        if ($rows[-1] -and $rows[-1][0] -eq '+') { $rows = @($rows | Select-Object -SkipLast 1) + @($costctl_options['+']) }
        if ($path -ne '') { $rows += @($costctl_options['']) }
        $found = @(foreach ($row in $rows) { if ($row) { Show-Word $row[0] $row[2] } })
        if ($found.Count -gt 0) { return $found }
        return Request-Line
    } elseif ($costctl_words.ContainsKey($path) -or $more.Count -gt 0) {
        foreach ($row in $costctl_words[$path]) { Show-Word $row[0] $row[1] }
        Show-More
    } else {
        foreach ($row in @($costctl_arguments[$path])) {
            if ($row -and ($row[0] -eq "$place" -or $row[0] -eq '*')) { return Show-Kind $row[1] }
        }
    }
}
