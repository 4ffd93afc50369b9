#!/usr/bin/env bash
# Completion knows every verb, every option of each, and the names that options and verbs take: in
# bash, and in zsh where it is installed.
# In: the program, the folder of the completions.
set -euo pipefail
program=$(realpath "$1")
completion=$(realpath "$2")
export LC_ALL=C
bin=$(mktemp -d)
trap 'rm -rf "$bin"' EXIT
ln -s "$program" "$bin/redist"
PATH=$bin:$PATH
cd "$bin"
touch scenario.xml
bad=0

in_bash() {
    bash -c '
        compopt() { :; }
        . "$1"
        shift
        COMP_WORDS=("$@")
        COMP_CWORD=$(($# - 1))
        _redist redist "${COMP_WORDS[COMP_CWORD]}" "${COMP_WORDS[COMP_CWORD - 1]}"
        printf "%s\n" "${COMPREPLY[@]}"' - "$completion/redist.bash" "$@"
}
# zsh outside its line editor: what the function would offer, held against the word.
in_zsh() {
    zsh -f -c '
        compadd() {
            local suffix=
            while [[ $1 != -- ]]; do [[ $1 == -S ]] && suffix=$2; shift; done
            shift
            local offered
            for offered; do [[ $offered == ${word}* ]] && print -r -- $offered$suffix; done
        }
        compset() { :; }
        _files() { :; }
        file=$1
        shift
        words=("$@")
        CURRENT=$#
        functions[complete_redist]="$(<$file)"
        complete_redist' - "$completion/_redist" "$@"
}
# In: the shell, the words that are wanted (sorted), the command line.
wants() {
    local shell=$1 wanted=$2 said
    shift 2
    said=$("in_$shell" "$@" 2>&1 | sort) || true
    [ "$said" = "$wanted" ] || {
        printf '%s: "%s" offers\n%s\nand should offer\n%s\n' "$shell" "$*" "$said" "$wanted"
        bad=$((bad + 1))
    }
}

shells=bash
if command -v zsh >/dev/null; then shells='bash zsh'; else echo 'zsh is not tried'; fi
# What there is, from other places than completion looks at: each verb has a function, rd_cmd_VERB.
verbs=$(nm "$program" | sed -nE 's/.* T rd_cmd_([a-z]+)$/\1/p' | sort)
[ -n "$verbs" ] || { echo "no verb was found in $program"; exit 1; }
column() {
    redist list "$1" --format json | grep -oE '"name": *"[^"]+"' | cut -d'"' -f4 | sort
}
for shell in $shells; do
    wants "$shell" "$(printf '%s\n' $verbs --help --version | sort)" redist ''
    wants "$shell" "$(printf 'rebalance\nrecommend\nrelabel\nreport\nrun')" redist r
    for verb in $verbs; do
        # argp lists the same in its short usage; where it shows an example, without the '='.
        options=$(redist "$verb" --usage | grep -oE -- '--[a-z-]+=?' | sort -u |
            awk '{ all[$0] } END { for (o in all) if (!(o "=" in all)) print o }' | sort)
        wants "$shell" "$options" redist "$verb" --
    done
    wants "$shell" "$(column algorithms)" redist run --algorithm ''
    wants "$shell" "$(column algorithms | grep '^star-')" redist plan scenario.xml --algorithm star-
    wants "$shell" "$(printf 'csv\njson\nlatex\nmarkdown\ntable')" redist run --format ''
    wants "$shell" "$(printf 'csv\njson\ntidy')" redist export --format ''
    wants "$shell" "$(printf 'csv\njson\nxml')" redist instance --format ''
    wants "$shell" "$(column parameters | sed 's/$/=/' | sort)" redist run --set ''
    wants "$shell" "$(printf 'algorithms\nattributes\nbounds\ncolumns\nfigures\ngenerators\nmatrix\nparameters\nplacements')" redist list ''
    wants "$shell" "$({ echo all; column figures; } | sort)" redist figure ''
    wants "$shell" hypercube redist platform hyper
    wants "$shell" "$(column placements)" redist relabel ''
    wants "$shell" "$(printf 'port\nport-then-volume')" redist relabel --objective port
    wants "$shell" '' redist run ''
done
wants bash json redist run --format = js
wants bash "$(column algorithms)" redist run --algorithm =
[[ $shells == bash ]] || wants zsh json redist run --format=js
[ "$bad" -eq 0 ] || exit 1
echo "completion offers what there is in $shells"
