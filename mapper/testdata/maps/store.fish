# Keeps things.
function store_add --description 'Adds "one"' -a name
    if test -n "$name"
        for x in $argv
            echo $x
        end
    end
end

function _store_count; count $argv; end
