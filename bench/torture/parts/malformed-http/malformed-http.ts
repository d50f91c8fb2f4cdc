/**
 * Requests that break HTTP, made by a grammar and by chance, sent whole, in pieces, slowly, half-closed and reset, to the
 * program on each HTTP backing that loads. An inner request that must never be executed is seen in the program's counts.
 */

import { delay } from '../../../../runtime/timers.ts';
import { seededRandom } from '../../../support/seeded-random.ts';
import type { Goal, Measured, PartOptions, TorturePart } from '../../part.ts';
import { gymConfig } from '../../support/gym.ts';
import { collectsGarbage, heldMegabytes } from '../../support/held-memory.ts';
import { type Program, scratchFolder, startProgram } from '../../support/program.ts';
import { statusOf } from '../../support/status.ts';
import { deliver } from './delivery.ts';
import { INNER_PATH, makeCase } from './grammar.ts';

const BACKINGS = ['native', 'node'] as const;
type BackingName = (typeof BACKINGS)[number];

/** Connections at the same time: a silent one costs nothing but its wait. */
const LANES = 64;
/**
 * Of the amount; the first two send the same, and the memory after the first is what the last is compared with. Garbage is
 * collected before it is read: V8 by itself lets it lie until its heap is full, and the heap grows for minutes.
 */
const ROUNDS = 5;
/** Longer than any time limit of a connection, s. */
const REST_S = 12;

const NONE = { unit: '', limit: 0, direction: 'max', joins: 'sum' } as const;
const FIGURES = {
  requests: { ...NONE, limit: null },
  deaths: NONE,
  'answers of 500 or 502 to 504': NONE,
  'inner requests executed': NONE,
  'memory after the last round over that after the first': {
    unit: '×',
    limit: 1.1,
    direction: 'max',
    joins: 'worst',
  },
} as const satisfies Record<string, Omit<Goal, 'figure'>>;
type FigureName = keyof typeof FIGURES;
const NAMES = Object.keys(FIGURES) as FigureName[];

export const malformedHttp: TorturePart = {
  name: 'malformed-http',
  what: 'Malformed, mutated and smuggled requests, resets, slow, half-closed and pipelined, on each HTTP backing',
  amount: { unit: 'requests a backing', long: 1_000_000, short: 1_500 },
  goals: BACKINGS.flatMap((backing) =>
    NAMES.map((name) => ({ figure: `${backing}: ${name}`, ...FIGURES[name] })),
  ),
  async run(options) {
    const figures = await Promise.all(BACKINGS.map((backing) => hurt(backing, options)));
    return figures.flat();
  },
};

async function hurt(backing: BackingName, options: PartOptions): Promise<readonly Measured[]> {
  const folder = await scratchFolder();
  const config = gymConfig({ cameras: [], periodMs: 60_000, sections: { server: { backing } } });
  const start = () => startProgram({ folder: folder.path, config, variables: collectsGarbage() });
  try {
    const first = await start().catch((error: unknown) => String(error));
    if (typeof first !== 'string') return await new Fuzz(backing, first, start, options).run();
    if (!first.includes('native_server_missing')) throw new Error(first);
    const skipped = `no native build loads with Node ${process.versions.node} here`;
    return NAMES.map((name) => ({ figure: `${backing}: ${name}`, skipped }));
  } finally {
    await folder.drop();
  }
}

class Fuzz {
  readonly #backing: BackingName;
  readonly #start: () => Promise<Program>;
  readonly #options: PartOptions;
  #program: Program;
  #requests = 0;
  #deaths = 0;
  #broken = 0;
  #executed = 0;

  constructor(
    backing: BackingName,
    program: Program,
    start: () => Promise<Program>,
    options: PartOptions,
  ) {
    this.#backing = backing;
    this.#program = program;
    this.#start = start;
    this.#options = options;
  }

  async run(): Promise<Measured[]> {
    const { amount, seed, signal } = this.#options;
    const { http } = await statusOf(this.#program.url);
    const memory: number[] = [];
    try {
      for (let round = 0; round < ROUNDS && !signal.aborted; round += 1) {
        await this.#round(seed * ROUNDS + Math.max(1, round), amount / ROUNDS);
        memory.push(await this.#restedMegabytes());
      }
      this.#executed += await innerRequests(this.#program);
    } finally {
      await this.#program.kill();
    }
    const values: Readonly<Record<FigureName, number>> = {
      requests: this.#requests,
      deaths: this.#deaths,
      'answers of 500 or 502 to 504': this.#broken,
      'inner requests executed': this.#executed,
      'memory after the last round over that after the first':
        (memory.at(-1) ?? Number.NaN) / (memory[0] ?? Number.NaN),
    };
    const told = memory.map((megabytes) => Math.round(megabytes)).join(', ');
    return NAMES.map((name) => {
      const figure = `${this.#backing}: ${name}`;
      if (name === 'requests') return { figure, value: values[name], note: http.backing };
      if (!name.startsWith('memory')) return { figure, value: values[name] };
      if (this.#options.isShort) return { figure, skipped: 'a short run does not rest' };
      return { figure, value: values[name], note: `${told} MB without garbage` };
    });
  }

  async #round(seed: number, requests: number): Promise<void> {
    const { signal } = this.#options;
    let sent = 0;
    const lane = async (number: number) => {
      const random = seededRandom(seed * LANES + number);
      while (sent < requests && !signal.aborted) {
        const made = makeCase(random);
        sent += made.requests;
        this.#requests += made.requests;
        if (this.#requests % 500 < made.requests) this.#tell();
        const { port } = this.#program;
        const { statuses } = await deliver(port, made, random);
        this.#broken += statuses.filter(isBroken).length;
        if (!this.#program.isAlive() && this.#program.port === port) await this.#again();
      }
    };
    await Promise.all(Array.from({ length: LANES }, (_, number) => lane(number)));
  }

  #tell(): void {
    const { progress, amount } = this.#options;
    progress(`${this.#backing}: ${this.#requests} of ${amount}, ${this.#deaths} deaths`);
  }

  /** Once for all lanes: starts the program again. */
  #again(): Promise<void> {
    this.#starting ??= (async () => {
      this.#deaths += 1;
      this.#program = await this.#start();
      this.#starting = null;
    })();
    return this.#starting;
  }
  #starting: Promise<void> | null = null;

  async #restedMegabytes(): Promise<number> {
    const { isShort, signal } = this.#options;
    for (let s = 0; s < REST_S && !isShort && !signal.aborted; s += 1) await delay(1_000);
    return isShort ? Number.NaN : heldMegabytes(this.#program);
  }
}

/** 505 is the right answer to a version that does not exist. */
function isBroken(status: number): boolean {
  return status === 500 || (status >= 502 && status <= 504);
}

/** Answers for the path of the inner request since the program started. */
async function innerRequests({ url }: Program): Promise<number> {
  const answer = await fetch(`${url}/metrics`, { headers: { accept: 'application/json' } });
  const { endpoints } = (await answer.json()) as Metrics;
  return Object.entries(endpoints)
    .filter(([endpoint]) => endpoint.endsWith(` ${INNER_PATH}`))
    .reduce((sum, [, { count }]) => sum + count, 0);
}

interface Metrics {
  readonly endpoints: Readonly<Record<string, { readonly count: number }>>;
}
