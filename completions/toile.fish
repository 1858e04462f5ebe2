# fish completion of toile. It asks toile what fits at the cursor.

function __toile_complete
    set -l before (commandline -opc)
    set -l now (commandline -ct | string replace -r '^["\']' '' | string replace -a '\\' '')
    set -l tool (string replace -r '^~' -- $HOME $before[1])
    type -q "$tool"; or set tool toile
    set -l answer ($tool __complete fish ".$now" $before[2..-1] 2>/dev/null)
    set -l first (string split \t -- $answer[1])
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
