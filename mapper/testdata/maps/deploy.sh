#!/usr/bin/env bash
source ./lib.sh

# Says something.
say() {
  echo "it's ${1:-"}"} $(cat <<< "x") # no comment"
  case "$1" in
    a) echo '}' ;;
    *) ;;
  esac
}

function build_all {
  cat <<EOT
not_one() {
EOT
  local inner
  inner_fn() { :; }
}

deploy-now ()
{
  build_all | awk '{ print $1 }'
}
say "done"

in_folder() (
  cd "$1" && case "$2" in
    a) echo ;;
  esac
)
twice() ( "$@" && "$@" )
