# fish completion for costctl. Written by npm run build.

@tables@
# Asks costctl itself: for what the service has, and for what an imported document added.
function __costctl_ask
    set -l tokens (commandline -opc)
    $tokens[1] __complete $argv[1] "=$argv[2]" $tokens[2..-1] 2>/dev/null </dev/null
end

# The folder of the imported documents, if there is one.
function __costctl_imported
    if test -n "$COSTCTL_CONFIG_DIR"
        test -d "$COSTCTL_CONFIG_DIR/described"; and echo "$COSTCTL_CONFIG_DIR/described"
        return
    end
    set -l folder $HOME/.config
    test -n "$XDG_CONFIG_HOME"; and set folder $XDG_CONFIG_HOME
    for one in $folder $HOME/Library/Preferences $APPDATA
        if test -d $one/costctl/described
            echo $one/costctl/described
            return
        end
    end
end

# The words that imported documents add after a path, with their descriptions: their imports wrote them to files.
function __costctl_more
    set -l folder (__costctl_imported)
    test -n "$folder"; or return
    for file in $folder/*.words
        for line in (string match -r -- "^/$argv[1]\t.*" <$file)
            string replace : \t -- (string split \t -- $line)[2..-1]
        end
    end
end

# The options and arguments of an imported command are in no table: costctl itself reads the line.
function __costctl_ask_line
    test -n (__costctl_imported | string collect); and __costctl_ask line $argv[1]
end

function __costctl_offer
    # The first word of a list needs no program.
    string match -q -- '*,*' "$argv[2]"; or set argv[1] (string replace -r '^@=' = -- $argv[1])
    switch $argv[1]
        case '=*'
            string split , -- (string sub -s 2 -- $argv[1])
        case '@*'
            __costctl_ask (string sub -s 2 -- $argv[1]) $argv[2]
        case file
            __fish_complete_path $argv[2]
    end
end

# The rest of the lines of a table that begin with a path.
function __costctl_rows
    set -l from (math (string length -- "$argv[1]") + 2)
    for row in $argv[2..-1]
        set -l path (string split -m 1 \t -- $row)[1]
        test "$path" = "$argv[1]"; and string sub -s $from -- $row
    end
end

function __costctl_kind
    for row in (__costctl_rows "$argv[1]" $__costctl_options) (__costctl_rows '' $__costctl_options) (__costctl_rows + $__costctl_options)
        set -l fields (string split \t -- $row)
        if test "$fields[1]" = "$argv[2]"
            echo $fields[2]
            return
        end
    end
end

function __costctl_complete
    set -l tokens (commandline -opc)
    set -l cur (commandline -ct)
    set -l path ''
    set -l place 0
    set -l wanted ''
    set -l helping ''
    set -l lost ''
    set -l more (__costctl_more '')
    for word in $tokens[2..-1]
        if test -n "$wanted"
            set wanted ''
            continue
        end
        if string match -q -- '-*' $word
            string match -q -- '*=*' $word; or set wanted (__costctl_kind "$path" $word)
            continue
        end
        if test "$word" = help -a -z "$path$helping"
            set helping 1
            continue
        end
        test -n "$lost"; and continue
        set -l next ''
        set -l added ''
        string match -q -- "$word"\t'*' $more; and set next $word; and set added 1
        for row in (__costctl_rows "$path" $__costctl_words)
            set -l fields (string split \t -- $row)
            test "$fields[1]" = "$word"; and set next $word
        end
        for row in (__costctl_rows "$path" $__costctl_aliases)
            set -l fields (string split \t -- $row)
            test "$fields[1]" = "$word"; and set next $fields[2]
        end
        if test -n "$next"
            set path (string trim -- "$path $next")
            set more (__costctl_more "$path")
            # A command of an imported document has nothing but options and arguments.
            test -n "$added" -a (count $more) -eq 0; and set lost 1
        else
            test (count $more (__costctl_rows "$path" $__costctl_words)) -gt 0; and set lost 1
            set place (math $place + 1)
        end
    end
    if test -n "$lost"
        __costctl_ask_line "$cur"
        return
    end
    if test -n "$wanted"
        __costctl_offer $wanted "$cur"
        return
    end
    set -l found
    if test -n "$helping"
        __costctl_rows "$path" $__costctl_words
        printf '%s\n' $more
        test -z "$path"; and __costctl_rows help $__costctl_words
        return
    else if string match -q -- '--*=*' "$cur"
        set -l parts (string split -m 1 = -- $cur)
        for value in (__costctl_offer (__costctl_kind "$path" $parts[1]) "$parts[2]")
            echo "$parts[1]=$value"
        end
        return
    else if string match -q -- '-*' "$cur"
        set -l rows (__costctl_rows "$path" $__costctl_options)
        if string match -q -- '+*' "$rows[-1]"
            set -e rows[-1]
            set -a rows (__costctl_rows + $__costctl_options)
        end
        test -n "$path"; and set -a rows (__costctl_rows '' $__costctl_options)
        for row in $rows
            set -l fields (string split \t -- $row)
            set -a found "$fields[1]"\t"$fields[3]"
        end
    else
        set found (__costctl_rows "$path" $__costctl_words)
        if test (count $found) -gt 0 -a (count $more) -gt 0
            set -l known (string replace -r '\t.*' '' -- $found | string join '|')
            set more (string match -rv -- "^($known)\t" $more)
        end
        set -a found $more
        if test (count $found) -eq 0
            for row in (__costctl_rows "$path" $__costctl_arguments)
                set -l fields (string split \t -- $row)
                if test "$fields[1]" = "$place" -o "$fields[1]" = '*'
                    __costctl_offer $fields[2] "$cur"
                    return
                end
            end
        end
    end
    string match -- "$cur*" $found
end

complete -c costctl -e
complete -c costctl -f -a '(__costctl_complete)'
