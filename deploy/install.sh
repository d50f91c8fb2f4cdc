#!/bin/sh
# Installs this release as a service, or upgrades an older one: run it again from the new folder. It never touches the
# data in /var/lib/turnout or files in /etc/turnout. docs/install.md and docs/backup.md explain each step.
#
#   sudo ./install.sh          installs, and starts the service
#   sudo ./install.sh --files  installs only the files: in an image, or where systemd does not run
set -eu
here=$(dirname -- "$(readlink -f -- "$0")")
release=$(basename -- "$here")
only_files=false
[ "${1:-}" != --files ] || only_files=true

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
install -m 0644 "$here/deploy/turnout.service" /etc/systemd/system/turnout.service
if $only_files; then exit 0; fi
if [ ! -d /run/systemd/system ]; then
  echo 'install.sh: systemd does not run here; start it with: turnout serve' >&2
  exit 0
fi
systemctl daemon-reload
systemctl enable turnout.service
systemctl restart turnout.service
echo 'Turnout runs: http://127.0.0.1:8080. Next: sudo turnout init'
