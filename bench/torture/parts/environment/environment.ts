/** What goes wrong around the program: the disk, the folder, descriptors, the clock, the reader of its log. */

import type { Goal, Measured, PartOptions, TorturePart } from '../../part.ts';
import { gymConfig, sceneCameras } from '../../support/gym.ts';
import { type Program, scratchFolder, startProgram } from '../../support/program.ts';
import { waitUntil } from '../../support/status.ts';
import type { Cause, Prepared } from './cause.ts';
import { folderGone, fullDisk, readOnlyDisk } from './disk.ts';
import { clockStep, noDescriptors, stoppedReader } from './system.ts';

const CAUSES: readonly Cause[] = [
  folderGone,
  stoppedReader,
  fullDisk,
  clockStep,
  noDescriptors,
  readOnlyDisk,
];

/** Source of both: the issue "Nothing knocks it over", section 3; the second is chosen here. */
const SAID_S = 5;
const BACK_S = 15;
/** SIGTERM, after all of it. */
const STOP_S = 5;

const saidOf = ({ name }: Cause) => `${name}: said`;
const backOf = ({ name }: Cause) => `${name}: as before when it is over`;
const DEATHS = 'programs that ended by themselves';
const STOP = 'slowest stop';

const TIME = { unit: 's', direction: 'max', joins: 'worst' } as const;

const goals: readonly Goal[] = [
  ...CAUSES.flatMap((cause): Goal[] => [
    { figure: saidOf(cause), limit: SAID_S, ...TIME },
    { figure: backOf(cause), limit: BACK_S, ...TIME },
  ]),
  { figure: DEATHS, unit: '', limit: 0, direction: 'max', joins: 'sum' },
  { figure: STOP, limit: STOP_S, ...TIME },
];

/** Times in s; a text is why there are none. */
interface Found {
  readonly said: number;
  readonly back: number;
}

export const environment: TorturePart = {
  name: 'environment',
  what: 'full and read-only disk, folder gone, descriptors gone, clock steps, stopped log reader',
  amount: { unit: 'rounds', long: 5, short: 1 },
  goals,
  run: async (options) => {
    const found = new Map<Cause, (Found | string)[]>();
    const tally = { deaths: 0, stopS: 0 };
    for (let round = 0; round < options.amount; round += 1) {
      for (const cause of CAUSES) {
        options.progress(`round ${round + 1}: ${cause.name}`);
        const seen = options.signal.aborted ? 'no time was left' : await one(cause, options, tally);
        found.set(cause, [...(found.get(cause) ?? []), seen]);
      }
    }
    return [
      ...CAUSES.flatMap((cause) => figuresOf(cause, found.get(cause) ?? [])),
      { figure: DEATHS, value: tally.deaths },
      { figure: STOP, value: tally.stopS },
    ];
  },
};

interface Tally {
  deaths: number;
  stopS: number;
}

async function one(cause: Cause, options: PartOptions, tally: Tally): Promise<Found | string> {
  const folder = await scratchFolder();
  let prepared: Prepared | null = null;
  try {
    const ready = await cause.prepare(folder.path);
    if (typeof ready === 'string') return ready;
    prepared = ready;
    const config = gymConfig({ cameras: sceneCameras(1), periodMs: 500, detector: 'motion' });
    const program = await startProgram({ folder: folder.path, config, ...ready.options });
    try {
      return await suffer(program, ready, options.signal);
    } finally {
      if (!program.isAlive()) tally.deaths += 1;
      const beganMs = performance.now();
      await program.stop();
      tally.stopS = Math.max(tally.stopS, (performance.now() - beganMs) / 1000);
    }
  } finally {
    await prepared?.clean();
    await folder.drop();
  }
}

async function suffer(
  program: Program,
  { begin, end, isSaid, isBack }: Prepared,
  signal: AbortSignal,
): Promise<Found | string> {
  const refused = await begin(program);
  if (refused !== null) return refused;
  const saidMs = await waitUntil(() => isSaid(program), SAID_S * 4_000, signal);
  await end(program);
  const backMs = await waitUntil(() => isBack(program), BACK_S * 4_000, signal);
  if (signal.aborted && (saidMs === null || backMs === null)) return 'no time was left';
  return { said: secondsOf(saidMs), back: secondsOf(backMs) };
}

/** What did not come holds no limit. */
function secondsOf(ms: number | null): number {
  return ms === null ? Number.NaN : ms / 1000;
}

function figuresOf(cause: Cause, all: readonly (Found | string)[]): Measured[] {
  const times = all.filter((one): one is Found => typeof one !== 'string');
  const why = all.find((one): one is string => typeof one === 'string') ?? 'no time was left';
  const figure = (name: string, values: readonly number[]): Measured =>
    values.length === 0
      ? { figure: name, skipped: why }
      : { figure: name, value: Math.max(...values), note: `worst of ${values.length}` };
  return [
    figure(
      saidOf(cause),
      times.map(({ said }) => said),
    ),
    figure(
      backOf(cause),
      times.map(({ back }) => back),
    ),
  ];
}
