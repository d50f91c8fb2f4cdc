/** Clocks of boxes that are an hour off, or step while the box sends. Needs the package `faketime`. */

import { readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Fault } from '../fault.ts';
import { type Chain, until } from '../support/chain.ts';

const HOUR_S = 3_600;
const LIBRARY = libraryOf();
const missing = () =>
  LIBRARY === null ? 'there is no faketime here (apt-get install faketime)' : null;

/** Null where it is not installed. */
function libraryOf(): string | null {
  const root = '/usr/lib';
  for (const name of readdirSync(root).filter((one) => one.endsWith('-linux-gnu'))) {
    const path = join(root, name, 'faketime');
    const found = readable(path).find((file) => file.startsWith('libfaketimeMT.so'));
    if (found !== undefined) return join(path, found);
  }
  return null;
}

function readable(path: string): string[] {
  try {
    return readdirSync(path);
  } catch {
    return [];
  }
}

export const CLOCKS: readonly Fault[] = [
  {
    name: 'clock-ahead',
    what: 'the clock of a box is an hour ahead',
    missing,
    run: (chain, changes) => off(chain, changes, [HOUR_S]),
  },
  {
    name: 'clock-behind',
    what: 'the clock of a box is an hour behind',
    missing,
    run: (chain, changes) => off(chain, changes, [-HOUR_S]),
  },
  {
    name: 'clock-steps',
    what: 'the clock of a box steps by an hour, on and back, while it sends',
    missing,
    run: (chain, changes) => off(chain, changes, [0, HOUR_S, 0, -HOUR_S, 0]),
  },
];

/** One box goes by these clocks, one after the other, and then by the right one again. */
async function off(chain: Chain, changes: number, offsetsS: readonly number[]): Promise<string> {
  const { box } = chain.first;
  await box.end();
  const file = join(chain.newFolder('clock'), 'offset');
  const set = (seconds: number) => writeFileSync(file, `${seconds < 0 ? '' : '+'}${seconds}s`);
  const [start = 0] = offsetsS;
  set(start);
  await box.start({
    LD_PRELOAD: LIBRARY ?? '',
    FAKETIME_TIMESTAMP_FILE: file,
    FAKETIME_CACHE_DURATION: '1',
    FAKETIME_DONT_FAKE_MONOTONIC: '1',
  });
  await chain.run();
  let skewS = 0;
  for (const offset of offsetsS) {
    set(offset);
    const isSeen = async () => {
      const { line } = await box.ask('state');
      const seenS = (line?.skewMs ?? Number.NaN) / 1_000;
      if (Math.abs(seenS) > Math.abs(skewS)) skewS = seenS;
      return Math.abs(seenS - offset) < 30;
    };
    await until(`a clock off by ${offset} s is seen`, isSeen);
    await chain.madeMore(changes / offsetsS.length);
  }
  await box.end();
  chain.mend();
  await box.start();
  await chain.run();
  return `skew shown ${skewS.toFixed(0)} s`;
}
