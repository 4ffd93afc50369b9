# Completion of redist for bash. It asks the program, so that nothing here can be out of date.

# Verbs are the first block of `redist --help`; options begin the lines of `redist VERB --help`.
_redist_verbs() { "$1" --help 2>/dev/null | awk '/^$/ { block++ } block == 1 && NF { print $1 }'; }
_redist_options() {
    "$1" "$2" --help 2>/dev/null | sed -nE 's/^ {2,6}(-., )?(--[a-z-]+(=|  |$)).*/\2/p' | tr -d ' '
}
# The first column of a list, or of those of its rows whose second column is a word.
_redist_list() {
    "$1" list "$2" --format csv 2>/dev/null |
        awk -F, -v of="${3-}" 'NR > 1 && (of == "" || $2 == of) { print $1 }'
}
# The words of `redist list WHAT`.
_redist_lists() {
    "$1" list --help 2>/dev/null | sed -nE 's/.*\[([a-z]+(\|[a-z]+)+)\].*/\1/p' | tr '|' '\n'
}

_redist() {
    local redist=$1 word=$2 verb=${COMP_WORDS[1]-} previous=$3 words
    COMPREPLY=()
    # --format=js is three words to bash.
    if [ "$word" = '=' ]; then
        word=
    elif [ "$previous" = '=' ]; then
        previous=${COMP_WORDS[COMP_CWORD - 2]-}
    fi
    if [ "$COMP_CWORD" -eq 1 ]; then
        words="$(_redist_verbs "$redist") --help --version"
    else
        case $previous in
        --algorithm) words=$(_redist_list "$redist" algorithms) ;;
        --bound) words=$(_redist_list "$redist" bounds) ;;
        --format)
            words='table json csv markdown latex'
            [ "$verb" != export ] || words='csv json tidy'
            [ "$verb" != instance ] || words='csv json xml'
            ;;
        --objective) words='none volume port volume-then-port port-then-volume' ;;
        --set)
            words=$(_redist_list "$redist" parameters | sed 's/$/=/')
            compopt -o nospace 2>/dev/null
            ;;
        *)
            case $verb:$word in
            *:-*)
                words=$(_redist_options "$redist" "$verb")
                compopt -o nospace 2>/dev/null
                ;;
            list:*) words=$(_redist_lists "$redist") ;;
            figure:*) words="all $(_redist_list "$redist" figures)" ;;
            relabel:*)
                if [ "$COMP_CWORD" -gt 2 ]; then
                    compopt -o default 2>/dev/null
                    return
                fi
                words=$(_redist_list "$redist" placements)
                ;;
            platform:*) words=$(_redist_list "$redist" generators platform) ;;
            *)
                compopt -o default 2>/dev/null
                return
                ;;
            esac
            ;;
        esac
    fi
    mapfile -t COMPREPLY < <(compgen -W "$words" -- "$word")
}

complete -F _redist redist
