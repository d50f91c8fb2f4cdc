/**
 * The service unit under a real systemd: as first process of a bare Debian, in namespaces of its own. It starts the
 * service, is told when that is ready, and starts it again when it no longer answers.
 */

import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { command, works } from '../release/command.ts';
import { debianTree, until } from './debian-tree.ts';

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
  const tree = debianTree({ suite: 'trixie', arch: 'amd64', include: ['systemd-sysv', 'dbus'] });
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
    const first = await until('systemd', LIMIT_MS, firstProcess);
    const inside = (...words: string[]) => command('nsenter', ['-t', first, '-a', ...words]);
    const facts = (name: string) => inside('/bin/systemctl', 'show', 'turnout', '-P', name);

    const become = (name: string, wanted: string) =>
      until(`${name} ${wanted}`, LIMIT_MS, () => (facts(name) === wanted ? wanted : null));

    await become('ActiveState', 'active');
    const version = inside('/bin/systemctl', '--version').split('\n', 1)[0];
    lines.push(`unit: ready under ${version}: ${facts('StatusText')}`);
    inside('/usr/local/bin/turnout', 'key', 'list');
    lines.push('unit: a command of the superuser reaches it, as the user of the service');
    const pid = facts('MainPID');
    inside('/bin/sh', '-c', `kill -STOP ${pid}`);
    await become('NRestarts', '1');
    await become('ActiveState', 'active');
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
function firstProcess(): string | null {
  const pids = ['cgroup.procs', 'init.scope/cgroup.procs'].flatMap((file) =>
    readFileSync(`${CGROUP}/${file}`, 'utf8').split('\n'),
  );
  const isFirst = (pid: string) =>
    works('grep', ['-qz', '^/lib/systemd/systemd$', `/proc/${pid}/cmdline`]);
  return pids.find(isFirst) ?? null;
}

/** Ends all that is in the namespaces with their first process, and removes the group of theirs. */
async function endBooted(booted: ChildProcess | null): Promise<void> {
  if (booted === null) return;
  if (booted.exitCode === null) {
    booted.kill('SIGKILL');
    await once(booted, 'exit');
  }
  await pause(1_000);
  // What is still ending holds it; the next run uses it as it is.
  works('find', [CGROUP, '-depth', '-type', 'd', '-exec', 'rmdir', '{}', ';']);
}
