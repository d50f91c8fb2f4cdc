#!/bin/sh
# Installs this release as a service, or upgrades an older one: run it again from the new folder. It never touches the
# data in /var/lib/turnout or files in /etc/turnout. docs/install.md and docs/backup.md explain each step.
#
#   sudo ./install.sh          installs, and starts the service
#   sudo ./install.sh --files  installs only the files: in an image, or where systemd does not run
#   sudo ./install.sh --hq NAME  installs a head office under that name in place of a box, over the PostgreSQL and the Caddy
#                                of this computer (docs/chain.md)
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
release=$(basename -- "$here")
only_files=false hq=
case ${1:-} in
  --files) only_files=true ;;
  --hq) hq=${2:?expected the name of the head office: install.sh --hq hq.example} ;;
esac

if [ "$(id -u)" != 0 ]; then
  echo 'install.sh: expected root; run: sudo ./install.sh' >&2
  exit 1
fi
if ! "$here/node/bin/node" -e 0 2>/dev/null; then
  echo "install.sh: $release does not run on this computer ($(uname -m)): take the file for its processor" >&2
  exit 1
fi

# The user of the service: no password, no shell.
getent group turnout >/dev/null || groupadd --system turnout
getent passwd turnout >/dev/null ||
  useradd --system --gid turnout --home-dir /var/lib/turnout --no-create-home --shell /usr/sbin/nologin turnout

# A release is a folder of its own; /opt/turnout names the one that runs. The one before stays, for a way back.
if [ "$here" != "/opt/$release" ]; then
  rm -rf "/opt/$release.draft"
  mkdir -p /opt
  cp -R "$here" "/opt/$release.draft"
  chown -R root:root "/opt/$release.draft"
  rm -rf "/opt/$release"
  mv "/opt/$release.draft" "/opt/$release"
fi
ln -sfn "$release" /opt/turnout.draft
mv -T /opt/turnout.draft /opt/turnout
mkdir -p /usr/local/bin
ln -sfn /opt/turnout/bin/turnout /usr/local/bin/turnout

install -d -m 0700 -o turnout -g turnout /var/lib/turnout
mkdir -p /etc/turnout
[ -e /etc/turnout/environment ] || install -m 0644 "$here/deploy/environment" /etc/turnout/environment

mkdir -p /etc/systemd/system
unit=turnout.service
if [ -n "$hq" ]; then
  unit=turnout-hq.service
  install -m 0644 "$here/deploy/hq/$unit" "/etc/systemd/system/$unit"
  runuser -u postgres -- createuser turnout 2>/dev/null || true
  runuser -u postgres -- createdb -O turnout turnout 2>/dev/null || true
  if ! grep -q TURNOUT_HQ_URL /etc/turnout/environment; then
    cat >>/etc/turnout/environment <<EOF
TURNOUT_HQ_URL=https://$hq
TURNOUT_HQ_DATABASE=postgres://%2Fvar%2Frun%2Fpostgresql/turnout
TURNOUT_HQ_PROXIES=127.0.0.1
EOF
  fi
  if [ -d /etc/caddy ] && ! grep -q "$hq" /etc/caddy/Caddyfile 2>/dev/null; then
    sed "s/{\$TURNOUT_HQ_NAME}/$hq/; s/{\$TURNOUT_HQ_ADDRESS:hq:8080}/127.0.0.1:8080/" "$here/deploy/hq/Caddyfile" >>/etc/caddy/Caddyfile
  fi
else
  install -m 0644 "$here/deploy/$unit" "/etc/systemd/system/$unit"
fi
if $only_files; then exit 0; fi
if [ ! -d /run/systemd/system ]; then
  echo 'install.sh: systemd does not run here; start it with: turnout serve' >&2
  exit 0
fi
systemctl daemon-reload
systemctl enable "$unit"
systemctl restart "$unit"
if [ -n "$hq" ]; then
  systemctl reload caddy
  echo "The head office runs: https://$hq. Next: sudo turnout hq gym add"
else
  echo 'Turnout runs: http://127.0.0.1:8080. Next: sudo turnout init'
fi
