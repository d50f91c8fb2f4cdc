/** A gym of some hundred or thousand classes, over a real history: booked, counted and corrected again and again. */

import type { ScheduleEntry } from '../../../../gym/schedule/entry.ts';
import { NO_NUMBERS } from '../../../../gym/sessions/class-fields.ts';
import type { History } from '../../../../store/history/history.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
const ALWAYS = { fromUtcMs: 0, toUtcMs: Number.MAX_SAFE_INTEGER };
/** Classes of one import. */
const AT_ONCE = 25;
/** The days that a report looks back on, and some ahead. */
const DAYS = 50;
const SOME = {
  source: 'camera',
  quality: 'B',
  reasons: [],
  figures: {},
  method: 'bench/1',
} as const;

export class GymOfClasses {
  readonly #history: History;
  readonly #gymId: string;
  readonly #startUtcMs = Math.floor(Date.now() / DAY_MS) * DAY_MS - 43 * DAY_MS;
  #classes: number;
  #at = 0;
  #ids: readonly string[] = [];

  constructor(
    history: History,
    { gym, classes }: { readonly gym: string; readonly classes: number },
  ) {
    this.#history = history;
    this.#gymId = gym;
    this.#classes = classes;
  }

  /** Makes those that are missing. */
  async open(): Promise<void> {
    const there = await this.#read();
    if (there === 0) await this.#book(Array.from({ length: this.#classes }, (_, at) => at));
    else this.#classes = there;
    await this.#read();
  }

  /** Some classes are booked, one is counted, and now and then one is corrected. @returns changes. */
  async change(): Promise<number> {
    const wanted = Array.from({ length: AT_ONCE }, (_, at) => (this.#at + at) % this.#classes);
    this.#at = (this.#at + AT_ONCE) % this.#classes;
    await this.#book(wanted);
    const classId = this.#ids[this.#at % this.#ids.length];
    if (classId === undefined) return AT_ONCE;
    const attended = random(40);
    const estimate = { ...SOME, attended, low: attended, high: attended + 2 };
    await this.#history.classes.recordEstimates([{ classId, estimate }]);
    if (random(4) > 0) return AT_ONCE + 1;
    const { classes } = this.#history;
    await classes.correct(classId, { attended: random(40), note: null, by: 'tk_bench' });
    return AT_ONCE + 2;
  }

  /** All classes once. @returns changes. */
  async changeAll(): Promise<number> {
    await this.#book(Array.from({ length: this.#classes }, (_, at) => at));
    return this.#classes;
  }

  async add(classes: number): Promise<number> {
    const added = Array.from({ length: classes }, (_, at) => this.#classes + at);
    await this.#book(added);
    this.#classes += classes;
    await this.#read();
    return classes;
  }

  /** Rows of the outbox, and id, name and bookings of each class. */
  async rows() {
    const rows = [];
    for await (const page of this.#history.outbox.rows(this.#gymId)) rows.push(...page);
    const records = await this.#history.classes.records(this.#gymId, ALWAYS);
    return { rows, classes: records.map(({ id, name, booked }) => [id, name, booked] as const) };
  }

  async #read(): Promise<number> {
    const records = await this.#history.classes.records(this.#gymId, ALWAYS);
    this.#ids = records.map(({ id }) => id);
    return records.length;
  }

  async #book(wanted: readonly number[]): Promise<void> {
    const entries = wanted.map((at): ScheduleEntry => {
      const startsUtcMs = this.#startUtcMs + (at % DAYS) * DAY_MS + Math.floor(at / DAYS) * 60_000;
      return {
        externalId: String(at),
        name: `Class ${at}`,
        isSubstitute: false,
        room: null,
        trainer: { externalId: null, name: `Trainer ${at % 7}` },
        isCancelled: false,
        startsUtcMs,
        endsUtcMs: startsUtcMs + HOUR_MS,
        ...NO_NUMBERS,
        // Never the same as before, or nearly so.
        booked: random(100_000),
      };
    });
    const about = { faults: [], faultCount: 0, format: 'csv', shape: 'generic' } as const;
    const parsed = { ...about, entries, completeUtcMs: null };
    await this.#history.classes.import(this.#gymId, 'feed', parsed);
  }
}

function random(below: number): number {
  return Math.floor(Math.random() * below);
}
