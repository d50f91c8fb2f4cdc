/**
 * Plugins that hang, leak, crash and lie, each beside a healthy camera that wants a sample a second. In a long run one
 * after the other, and one run without any to compare; in a short one several at once.
 */

import type { Goal, Measured, PartOptions, TorturePart } from '../../part.ts';
import { type Beside, LIMIT_MB, runBeside } from './beside.ts';

const MISDEEDS = [
  ...['throw', 'spin', 'spin_native', 'leak_heap', 'leak_native', 'exit'],
  ...['crash', 'nan', 'flood', 'late', 'print', 'hang_create'],
];
/** Those that must be found faulty: printing alone is none, and a build that hangs is one after 20 s. */
const BLAMELESS = ['print', 'hang_create'];
const AT_ONCE = ['spin', 'crash', 'leak_native'];

const WORST = { limit: null, direction: 'max', joins: 'worst' } as const;
const NONE = { unit: '', limit: 0, direction: 'max', joins: 'sum' } as const;

const CONTROL: Goal = { figure: 'healthy camera alone', unit: '%', ...WORST, direction: 'min' };
const LEAST: Goal = { ...CONTROL, figure: 'healthy camera, least of all', limit: 95 };
const DEATHS: Goal = { figure: 'programs that did not live', ...NONE };
const CHARGED: Goal = { figure: 'faults charged to the healthy detector', ...NONE };
const UNCHARGED: Goal = { figure: 'plugins not charged', ...NONE };
const LEFT: Goal = { figure: 'processes left behind', ...NONE };
const STOP: Goal = { figure: 'SIGTERM to the end, longest', unit: 's', ...WORST, limit: 5 };
const MEMORY: Goal = {
  figure: 'memory of the program, largest',
  unit: 'MB',
  ...WORST,
  limit: LIMIT_MB,
};
const each = (misdeed: string): Goal => ({ ...LEAST, figure: `healthy camera beside ${misdeed}` });

export const badPlugins: TorturePart = {
  name: 'bad-plugins',
  what: 'plugins that throw, spin, leak, exit, crash, lie and flood, each beside a healthy camera',
  amount: { unit: 'seconds each', long: 60, short: 6 },
  goals: [CONTROL, ...MISDEEDS.map(each), LEAST, DEATHS, CHARGED, UNCHARGED, LEFT, STOP, MEMORY],
  run,
};

async function run({ isShort, amount, signal, progress }: PartOptions): Promise<Measured[]> {
  const runs: [misdeeds: readonly string[], seen: Beside][] = [];
  const turns = isShort ? [AT_ONCE] : [[], ...MISDEEDS.map((misdeed) => [misdeed])];
  for (const misdeeds of turns) {
    if (signal.aborted) break;
    const seen = await runBeside(misdeeds, amount, signal);
    runs.push([misdeeds, seen]);
    progress(`${misdeeds.join(', ') || 'none'}: ${percent(seen).toFixed(1)} %`);
  }
  return figuresOf(runs);
}

function figuresOf(runs: readonly [readonly string[], Beside][]): Measured[] {
  const beside = runs.filter(([misdeeds]) => misdeeds.length > 0).map(([, seen]) => seen);
  const all = runs.map(([, seen]) => seen);
  const single = ({ figure }: Goal, misdeed: string | undefined): Measured => {
    const found = runs.find(([misdeeds]) => misdeeds.length < 2 && misdeeds[0] === misdeed);
    if (found === undefined) return { figure, skipped: 'not in this run' };
    return { figure, value: percent(found[1]) };
  };
  const count = ({ figure }: Goal, of: (seen: Beside) => number, note?: string): Measured => {
    const value = all.reduce((sum, seen) => sum + of(seen), 0);
    return { figure, value, ...(note !== undefined && note !== '' && { note }) };
  };
  const uncharged = (seen: Beside) => seen.uncharged.filter((name) => !BLAMELESS.includes(name));
  return [
    single(CONTROL, undefined),
    ...MISDEEDS.map((misdeed) => single(each(misdeed), misdeed)),
    { figure: LEAST.figure, value: Math.min(...beside.map(percent)) },
    count(DEATHS, ({ isAlive }) => (isAlive ? 0 : 1)),
    count(CHARGED, ({ chargedWrongly }) => chargedWrongly),
    count(UNCHARGED, (seen) => uncharged(seen).length, all.flatMap(uncharged).join(', ')),
    count(LEFT, ({ leftBehind }) => leftBehind),
    { figure: STOP.figure, value: Math.max(...all.map(({ stopMs }) => stopMs)) / 1_000 },
    { figure: MEMORY.figure, value: Math.max(...all.map(({ megabytes }) => megabytes)) },
  ];
}

function percent({ share }: Beside): number {
  return share * 100;
}
