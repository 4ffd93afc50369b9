# For the scripts beside it, which source it: runs $redist execute, and keeps in $folder/said what it
# says. The status must be the one, and a line hold the words, blanks in a row taken as one.
ends() { # STATUS WORDS ARGUMENT...
    local wanted=$1 words=$2 status=0
    shift 2
    "$redist" execute "$@" >"$folder/said" 2>&1 || status=$?
    if [ "$status" -ne "$wanted" ] || ! tr -s ' ' <"$folder/said" | grep -qF -- "$words"; then
        printf 'redist execute %s: exit status %d, wanted %d and "%s"\n' "$*" "$status" "$wanted" \
            "$words"
        cat "$folder/said"
        exit 1
    fi
}
