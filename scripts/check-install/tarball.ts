/**
 * The release file on a bare Debian without Node: the demo, then a new user's way from nothing to the count of an own
 * camera, with the commands of docs/install.md and the seconds of each.
 */

import { once } from 'node:events';
import { cpSync, existsSync } from 'node:fs';
import { basename, join } from 'node:path';
import { createInterface } from 'node:readline';
import type { StatusAnswer } from '../../cli/status/status-text.ts';
import { FFMPEG_FILE, FFMPEG_PACKAGE } from '../../engine/ffmpeg.ts';
import { fixturePath } from '../../test/support/fixtures.ts';
import { looped, startRtspServer } from '../../test/support/rtsp-server.ts';
import { command } from '../release/command.ts';
import { type DebianSystem, debianTree, until } from './debian-tree.ts';

/** Chosen here: a busy computer of two cores takes 30 s. */
const LIMIT_MS = 120_000;

const CLIP = fixturePath('one-by-one-person-detection.mp4');
const MODEL = fixturePath('yolox_nano.onnx');

/** One line for each thing that was shown; throws at the first that was not. */
export async function checkTarball(system: DebianSystem, file: string): Promise<string[]> {
  const tree = debianTree(system);
  const where = `${system.suite} ${system.arch}`;
  const lines: string[] = [];
  const shown = (sinceMs: number, text: string) => {
    const seconds = ((performance.now() - sinceMs) / 1_000).toFixed(1);
    lines.push(`${where}: ${seconds.padStart(6)} s  ${text}`);
  };
  const run = (line: string) => {
    const sinceMs = performance.now();
    tree.run(line);
    shown(sinceMs, line.replaceAll('/root/', ''));
  };
  try {
    tree.run('! command -v node');
    const name = basename(file, '.tar.gz');
    cpSync(file, join(tree.root, 'root', basename(file)));
    run(`tar -xzf /root/${name}.tar.gz -C /root`);
    run(`/root/${name}/install.sh --files`);
    run('turnout --version');
    let sinceMs = performance.now();
    const demo = await serve(tree);
    if (system.arch !== 'amd64') {
      // A processor that qemu pretends is too slow to draw the demo's pictures in time.
      const { status } = await fetch(`${demo.url}/health`).finally(demo.stop);
      shown(sinceMs, `turnout serve: /health answers ${status}`);
      return lines;
    }
    const rooms = await until('counts of the demo', LIMIT_MS, () => {
      const all = Object.values(demo.counts());
      return all.length === 4 && all.every(([first]) => first !== undefined) ? all : null;
    }).finally(demo.stop);
    shown(sinceMs, `turnout serve: the demo is counted, ${rooms.map((counts) => counts.at(-1))}`);

    if (!existsSync(CLIP) || !existsSync(MODEL)) {
      return [
        ...lines,
        `${where}: own camera untried: npx tsx scripts/fetch-fixtures.ts fetches the recording`,
      ];
    }
    tree.run('turnout doctor');
    cpSync(MODEL, join(tree.root, 'tmp/yolox_nano.onnx'));
    // The tree has no certificates for the registry: FFmpeg comes as it does where there is no way to it.
    const into = ['--silent', '--pack-destination', join(tree.root, 'tmp')];
    command('npm', ['pack', FFMPEG_PACKAGE, ...into]);
    const rtsp = await startRtspServer({ mounts: { '/hall': looped(CLIP) } });
    try {
      run(`turnout ffmpeg --from /tmp/${FFMPEG_FILE}`);
      run('turnout model install yolox-nano --from /tmp/yolox_nano.onnx');
      run('turnout init --yes --gym Riverside --timezone Europe/London --room Studio:20');
      run(`turnout camera add studio ${rtsp.url('/hall')} --room studio`);
      sinceMs = performance.now();
      const own = await serve(tree);
      // The table is empty at times: until someone has come.
      const counts = await until('counts of the own camera', LIMIT_MS, () => {
        const all = own.counts();
        return Object.values(all).some((camera) => camera.includes(1)) ? all : null;
      }).finally(own.stop);
      shown(sinceMs, `turnout serve: the own camera counts, ${JSON.stringify(counts)}`);
    } finally {
      await rtsp.stop();
    }
    return lines;
  } finally {
    tree.close();
  }
}

/* `turnout serve` in a system of its own, asked by the commands that a user has there. */

/** Resolves once it listens. */
async function serve(tree: ReturnType<typeof debianTree>) {
  // Any free port: other programs of this computer have theirs.
  const program = tree.start(['turnout', 'serve'], { PORT: '0' });
  const ended = once(program, 'exit');
  const log: string[] = [];
  createInterface({ input: program.stderr }).on('line', (line) => log.push(line));
  const stop = async () => {
    program.kill('SIGTERM');
    await ended;
  };
  /** Counts of each camera so far; unknown ones are left out. */
  const counts = () => {
    const { counts: known }: StatusAnswer = JSON.parse(tree.run('turnout status --json'));
    const numbers = Object.entries(known ?? {}).map(
      ([camera, { samples }]) => [camera, samples.flatMap(({ count }) => count ?? [])] as const,
    );
    return Object.fromEntries(numbers);
  };
  for await (const line of createInterface({ input: program.stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    return { url: (JSON.parse(line) as { url: string }).url, counts, stop };
  }
  throw new Error(`the program ended before it listened:\n${log.slice(-20).join('\n')}`);
}
