/**
 * The service unit under a real systemd: as first process of a bare Debian, in namespaces of its own. It starts the
 * service, is told when that is ready, and starts it again when it no longer answers.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readdirSync, readFileSync, rmdirSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { command } from '../release/command.ts';
import { DebianTree } from './debian-tree.ts';

const CGROUP = '/sys/fs/cgroup/unified/turnout-check';
const LIMIT_MS = 180_000;

/** What a container manager does, and no more: mounts, a root of its own, a folder of control groups. */
const BOOT = `
set -e
mkdir -p ${CGROUP}
echo $$ > ${CGROUP}/cgroup.procs
exec unshare --cgroup --mount --pid --uts --ipc --net --fork --kill-child --propagation private sh -ec '
cd "$1"
mount -t proc proc proc
mount -t sysfs -o ro sysfs sys
mount -t cgroup2 cgroup2 sys/fs/cgroup
mount -t tmpfs tmpfs dev
for device in null zero random urandom full tty; do
  touch dev/$device
  mount --bind /dev/$device dev/$device
done
mkdir dev/pts dev/shm
mount -t devpts -o newinstance,ptmxmode=0666 devpts dev/pts
ln -s pts/ptmx dev/ptmx
ln -s /proc/self/fd dev/fd
mount -t tmpfs tmpfs run
mount -t tmpfs tmpfs tmp
mkdir -p old
pivot_root . old
umount -l /old
exec env -i container=other PATH=/usr/sbin:/usr/bin:/sbin:/bin /lib/systemd/systemd --log-target=null
' sh "$0"`;

/** A watchdog that has not to be waited for; and addresses, since there is a network without any but the loopback. */
const DROP_IN = '[Service]\nWatchdogSec=9\n';

/** One line for each thing that was shown; throws at the first that was not. */
export async function checkUnit(file: string): Promise<string[]> {
  const unit = 'deploy/turnout.service';
  const score = command('systemd-analyze', ['security', '--offline=yes', '--no-pager', unit]);
  const lines = [`unit: ${score.split('\n').at(-1)?.replace('→ ', '')}`];
  const tree = new DebianTree({
    suite: 'trixie',
    arch: 'amd64',
    include: ['systemd-sysv', 'dbus'],
  });
  let booted: ChildProcess | null = null;
  try {
    cpSync(file, join(tree.root, 'root', basename(file)));
    tree.run(`cd /root && tar -xzf ${basename(file)} && ./turnout-*/install.sh --files`);
    tree.run('systemd-analyze verify /etc/systemd/system/turnout.service');
    lines.push('unit: systemd-analyze verify finds nothing');
    const dropIns = join(tree.root, 'etc/systemd/system/turnout.service.d');
    mkdirSync(dropIns);
    writeFileSync(join(dropIns, 'check.conf'), DROP_IN);
    tree.run('systemctl enable turnout');
    booted = spawn('sh', ['-c', BOOT, tree.root], { stdio: 'ignore' });
    const first = await firstProcess();
    const inside = (...words: string[]) => command('nsenter', ['-t', first, '-a', ...words]);
    const facts = (name: string) => inside('/bin/systemctl', 'show', 'turnout', '-P', name);

    await become('active', () => facts('ActiveState'));
    const version = inside('/bin/systemctl', '--version').split('\n', 1)[0];
    lines.push(`unit: ready under ${version}: ${facts('StatusText')}`);
    inside('/usr/local/bin/turnout', 'key', 'list');
    lines.push('unit: a command of the superuser reaches it, as the user of the service');
    const pid = facts('MainPID');
    inside('/bin/sh', '-c', `kill -STOP ${pid}`);
    await become('1', () => facts('NRestarts'));
    await become('active', () => facts('ActiveState'));
    lines.push('unit: stopped by SIGSTOP it is ended by the watchdog, and started again');
    inside('/bin/systemctl', 'stop', 'turnout');
    if (facts('Result') !== 'success') throw new Error(`it stopped by: ${facts('Result')}`);
    lines.push('unit: it stops cleanly');
    return lines;
  } finally {
    await endBooted(booted);
    tree.close();
  }
}

/** The number of systemd: the only process of the group whose parent is outside of it. */
async function firstProcess(): Promise<string> {
  const isFirst = (pid: string) => {
    try {
      return readFileSync(`/proc/${pid}/cmdline`, 'utf8').startsWith('/lib/systemd/systemd\0');
    } catch {
      return false;
    }
  };
  const inGroup = () => [
    ...readFileSync(`${CGROUP}/cgroup.procs`, 'utf8').split('\n'),
    ...readFileSync(`${CGROUP}/init.scope/cgroup.procs`, 'utf8').split('\n'),
  ];
  const untilMs = performance.now() + LIMIT_MS;
  while (performance.now() < untilMs) {
    await pause(500);
    try {
      const pid = inGroup().find(isFirst);
      if (pid !== undefined) return pid;
    } catch {
      // The group is not there yet.
    }
  }
  throw new Error('systemd did not start: it needs root, and control groups of version 2');
}

async function become(wanted: string, read: () => string): Promise<void> {
  const untilMs = performance.now() + LIMIT_MS;
  let got = '';
  while (performance.now() < untilMs) {
    try {
      got = read();
      if (got === wanted) return;
    } catch {
      // systemd does not answer yet.
    }
    await pause(1_000);
  }
  throw new Error(`expected ${wanted}, got ${got}`);
}

/** Ends all that is in the namespaces with their first process, and removes the group of theirs. */
async function endBooted(booted: ChildProcess | null): Promise<void> {
  if (booted === null) return;
  if (booted.exitCode === null) {
    booted.kill('SIGKILL');
    await once(booted, 'exit');
  }
  await pause(1_000);
  const remove = (folder: string) => {
    for (const entry of readdirSync(folder, { withFileTypes: true })) {
      if (entry.isDirectory()) remove(join(folder, entry.name));
    }
    rmdirSync(folder);
  };
  try {
    remove(CGROUP);
  } catch {
    // What is still ending holds it; the next run uses it as it is.
  }
}
