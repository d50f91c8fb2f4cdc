import { describe, expect, it } from 'vitest';
import type { Goal, Measured, PartOptions, TorturePart } from '../../../bench/torture/part.ts';
import { runPart } from '../../../bench/torture/run-part.ts';

const DEATHS: Goal = { figure: 'deaths', unit: '', limit: 0, direction: 'max', joins: 'sum' };
const machine = { when: '2026-11-22T02:00:00.000Z', revision: 'abc', node: 'v20', load: 0 };

function runOf(
  run: (options: PartOptions) => Promise<readonly Measured[]>,
  { isShort = false, signal = new AbortController().signal } = {},
) {
  const amount = { unit: 'kills', long: 10, short: 1 };
  const part: TorturePart = { name: 'some', what: 'hurts it', amount, goals: [DEATHS], run };
  const options = { seed: 7, isShort, amount: 10, signal, machine, progress: () => undefined };
  return runPart(part, { ...options, shortMs: 20, endingMs: 20 });
}

const untilAborted = (signal: AbortSignal) =>
  new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve()));

describe('a part', () => {
  it('has its figures beside its goals', async () => {
    const run = await runOf(async () => [{ figure: 'deaths', value: 2, note: 'of 10' }]);
    expect(run).toMatchObject({ part: 'some', amount: 10, seeds: [7], fault: null });
    expect(run.figures).toEqual([
      { name: 'deaths', unit: '', limit: 0, direction: 'max', value: 2, note: 'of 10' },
    ]);
  });

  it('may skip a figure, with the reason', async () => {
    const run = await runOf(async () => [{ figure: 'deaths', skipped: 'no RTSP server' }]);
    expect(run.figures).toMatchObject([{ value: null, note: 'no RTSP server' }]);
  });

  it('fails alone where it throws, also later in a callback', async () => {
    const thrown = await runOf(async () => {
      throw new Error('it broke');
    });
    expect(thrown).toMatchObject({ fault: 'it broke', figures: [] });
  });

  it('fails where it forgets a figure, or has one of no goal', async () => {
    expect((await runOf(async () => [])).fault).toContain('measured no "deaths"');
    const stray: Measured = { figure: 'lives', value: 1 };
    expect((await runOf(async () => [stray])).fault).toContain('no goal "lives"');
  });

  it('is told when a short run is over, and returns what it has', async () => {
    const run = await runOf(
      async ({ signal }) => {
        await untilAborted(signal);
        return [{ figure: 'deaths', value: 0 }];
      },
      { isShort: true },
    );
    expect(run.fault).toBeNull();
  });

  it('is told when the user ends the run', async () => {
    const user = new AbortController();
    const running = runOf(
      async ({ signal }) => {
        await untilAborted(signal);
        return [{ figure: 'deaths', value: 0 }];
      },
      { signal: user.signal },
    );
    user.abort();
    expect((await running).fault).toBeNull();
  });

  it('fails where it does not end', async () => {
    const run = await runOf(() => new Promise(() => undefined), { isShort: true });
    expect(run.fault).toContain('did not end');
  });
});
