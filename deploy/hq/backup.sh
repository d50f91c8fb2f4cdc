#!/bin/sh
# Backups of a head office's database. BACKUPS is their folder; KEEP says how many of the newest stay.
#   backup.sh                one now, and one a day
#   backup.sh once           one now
#   backup.sh restore FILE   replaces the database with what the file has; stop the head office first
set -eu
umask 077
: "${BACKUPS:=/backups}" "${KEEP:=14}"

# A file has its name once it is whole.
dump() {
  file=$BACKUPS/turnout-$(date -u +%Y-%m-%dT%H%M%SZ).dump
  pg_dump --format=custom --file="$file.new" || return 1
  pg_restore --list "$file.new" >"$file.list" || return 1
  rm "$file.list"
  mv "$file.new" "$file" || return 1
  echo "Written: $file"
  for old in $(ls "$BACKUPS"/turnout-*.dump | sort -r | tail -n "+$((KEEP + 1))"); do
    rm "$old"
  done
}

restore() {
  # Nothing is dropped for a file that is none.
  pg_restore --list "$1" >/dev/null
  dropdb --if-exists --force "$PGDATABASE"
  createdb "$PGDATABASE"
  pg_restore --exit-on-error --no-owner --dbname="$PGDATABASE" "$1"
  echo "Restored: $1"
}

case ${1:-daily} in
  once) dump ;;
  restore) restore "${2:?expected a file: backup.sh restore FILE}" ;;
  daily)
    while :; do
      if dump; then sleep 86400; else
        echo 'The backup failed; again in 15 minutes' >&2
        sleep 900
      fi
    done
    ;;
  *)
    echo "backup.sh: expected once or restore FILE, got $1" >&2
    exit 2
    ;;
esac
