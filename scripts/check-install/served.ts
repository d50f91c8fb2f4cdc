/** `turnout serve` in a system of its own, asked by the commands that a user has there. */

import { once } from 'node:events';
import { createInterface } from 'node:readline';
import type { DebianTree } from './debian-tree.ts';

interface StatusAnswer {
  readonly status: { readonly cameras: { readonly list: readonly { readonly id: string }[] } };
  readonly counts: Readonly<
    Record<string, { readonly samples: readonly { readonly count: number | null }[] }>
  >;
}

export interface Served {
  readonly url: string;
  /** Counts of each camera so far; unknown ones are left out. */
  counts(): Readonly<Record<string, readonly number[]>>;
  stop(): Promise<void>;
}

/** Any free port: other programs of this computer have theirs. */
const ANY_PORT = { PORT: '0' };
const PAUSE_MS = 2_000;

/** Resolves once it listens. */
export async function serve(tree: DebianTree): Promise<Served> {
  const program = tree.start(['turnout', 'serve'], ANY_PORT);
  const ended = once(program, 'exit');
  const log: string[] = [];
  const { stdout, stderr } = program;
  if (stdout === null || stderr === null) throw new Error('the program has no output');
  createInterface({ input: stderr }).on('line', (line) => log.push(line));
  const stop = async () => {
    program.kill('SIGTERM');
    await ended;
  };
  const counts = () => {
    const { counts: known }: StatusAnswer = JSON.parse(tree.run('turnout status --json'));
    return Object.fromEntries(
      Object.entries(known).map(([camera, { samples }]) => [
        camera,
        samples.flatMap(({ count }) => (count === null ? [] : [count])),
      ]),
    );
  };
  for await (const line of createInterface({ input: stdout })) {
    if (!line.startsWith('{"event":"listening"')) continue;
    return { url: (JSON.parse(line) as { url: string }).url, counts, stop };
  }
  throw new Error(`the program ended before it listened:\n${log.slice(-20).join('\n')}`);
}

/** The counts once they are as wanted; fails after `limitMs`, with the newest ones. */
export async function countsWhen(
  served: Served,
  limitMs: number,
  isWanted: (counts: Readonly<Record<string, readonly number[]>>) => boolean,
): Promise<Readonly<Record<string, readonly number[]>>> {
  const untilMs = performance.now() + limitMs;
  for (;;) {
    const counts = served.counts();
    if (isWanted(counts)) return counts;
    if (performance.now() > untilMs) {
      throw new Error(`no such counts within ${limitMs / 1_000} s: ${JSON.stringify(counts)}`);
    }
    await new Promise((resolve) => setTimeout(resolve, PAUSE_MS));
  }
}
