/** A box with a real history, and a line to a head office without a database that does what it is told. */

import { copyFile } from 'node:fs/promises';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import { type Batch, digestsOf, packed, type Receipt, type RoomsNow } from '../../../chain/sync.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { withNewRun } from '../../../service/line/link.ts';
import {
  createSender,
  type OwnStatus,
  type RoundOutcome,
  type Sender,
} from '../../../service/line/sender.ts';
import { type History, openHistory } from '../../../store/history/history.ts';
import { COMPLETE, entry, parsed } from '../../store/history/classes/entries.fixture.ts';
import { ALWAYS, NOON } from '../../store/history/folder.fixture.ts';
import { storedEstimate } from '../../support/classes.ts';
import { FakeClock } from '../../support/fake-clock.ts';
import { testFolder } from '../../support/folder.ts';
import type { HeadOffice } from '../../support/head-office.ts';
import { HOUR_MS } from '../../support/times.ts';

/** What becomes of a batch: `late` ones arrive when the line is told to deliver them. */
export const FATES = ['arrives', 'is lost', 'receipt is lost', 'arrives twice', 'is late'] as const;
type Fate = (typeof FATES)[number];

const STATUS: OwnStatus = {
  cameras: { streaming: 2 },
  storage: 'ok',
  feeds: [{ id: 'feed', ok: true }],
  has_configuration_faults: false,
};

export const GYM = 'north';

export class Box {
  readonly clock: FakeClock;
  readonly dir: string;
  history: History;
  sender: Sender;
  /** Of the line. */
  fate: Fate = 'arrives';
  readonly sent: Batch[] = [];
  readonly #late: Batch[] = [];
  rooms: RoomsNow | null = null;
  /** As the file of its link has them. */
  #runs = withNewRun([]);
  readonly #office: HeadOffice;

  private constructor(dir: string, history: History, office: HeadOffice, clock: FakeClock) {
    this.clock = clock;
    this.dir = dir;
    this.history = history;
    this.#office = office;
    this.sender = this.#newSender(false);
  }

  static async open(office: HeadOffice, clock = new FakeClock(NOON)): Promise<Box> {
    const dir = testFolder();
    const box = new Box(dir, await openIn(dir), office, clock);
    onTestFinished(() => box.history.close());
    return box;
  }

  #newSender(isPutBack: boolean): Sender {
    return createSender({
      gymId: GYM,
      app: '0.1.0',
      runs: this.#runs,
      isPutBack,
      store: this.history.outbox,
      send: (batch) => this.send(batch),
      status: () => STATUS,
      rooms: async () => this.rooms,
      clock: this.clock,
      log: silentLog,
    });
  }

  async send(batch: Batch): Promise<Receipt> {
    this.sent.push(batch);
    const { fate } = this;
    if (fate === 'is lost') throw new Error('The line is down.');
    if (fate === 'is late') {
      this.#late.push(batch);
      throw new Error('No receipt came in time.');
    }
    const receipt = this.#deliver(batch);
    if (fate === 'arrives twice') this.#deliver(batch);
    if (fate === 'receipt is lost') throw new Error('No receipt came in time.');
    return receipt;
  }

  #deliver(batch: Batch): Receipt {
    return this.#office.receive(packed(batch), 'gzip');
  }

  /** The newest first: nothing may depend on the order. */
  deliverLate(): void {
    for (const batch of this.#late.splice(0).reverse()) {
      try {
        this.#deliver(batch);
      } catch {
        // Of a start that another has followed.
      }
    }
  }

  /** The program ends at once, and starts again over what is there then. */
  async restart(meanwhile: () => Promise<void> = async () => undefined): Promise<void> {
    await this.history.close();
    await meanwhile();
    this.history = await openIn(this.dir);
    const [link] = await this.history.outbox.links();
    const isPutBack = link !== undefined && link.run !== this.#runs.at(-1);
    this.#runs = withNewRun(this.#runs);
    const run = this.#runs.at(-1) ?? '';
    if (link !== undefined && !isPutBack) await this.history.outbox.noteRun(GYM, run);
    this.sender = this.#newSender(isPutBack);
  }

  async join(): Promise<void> {
    this.#runs = withNewRun([]);
    const begun = { run: this.#runs.at(-1) ?? '', afterSeq: this.#office.join() };
    await this.history.outbox.link(GYM, begun);
    this.sender = this.#newSender(false);
  }

  /** Classes with these bookings, and no others. */
  async schedule(booked: Readonly<Record<string, number>>): Promise<void> {
    const entries = Object.entries(booked).map(([name, people], at) =>
      entry(name, {
        name,
        booked: people,
        trainer: { externalId: null, name: `Trainer ${people % 3}` },
        startsUtcMs: NOON + (at + 1) * HOUR_MS,
      }),
    );
    await this.history.classes.import(GYM, 'feed', parsed(entries, COMPLETE));
  }

  async count(name: string, attended: number): Promise<void> {
    for (const classId of await this.#ids(name))
      await this.history.classes.recordEstimates([{ classId, estimate: storedEstimate(attended) }]);
  }

  async correct(name: string, attended: number | null): Promise<void> {
    for (const classId of await this.#ids(name)) {
      if (attended === null) await this.history.classes.withdrawCorrection(classId, 'tk_abcd');
      else await this.history.classes.correct(classId, { attended, note: null, by: 'tk_abcd' });
    }
  }

  async #ids(name: string): Promise<string[]> {
    const records = await this.history.classes.records(GYM, ALWAYS);
    return records.filter((record) => record.name === name).map(({ id }) => id);
  }

  /** One turn over a line of this fate; null where no receipt came. */
  async turn(fate: Fate = 'arrives'): Promise<RoundOutcome | null> {
    this.fate = fate;
    return this.sender.round(new AbortController().signal).catch(() => null);
  }

  /** Turns until nothing is left to do. */
  async settle(): Promise<RoundOutcome> {
    for (let turns = 0; turns < 200; turns += 1) {
      const turn = await this.turn();
      if (turn !== 'more') return turn ?? 'idle';
    }
    throw new Error('The sender does not come to rest.');
  }

  /** Copies the database aside. */
  backUp(): Promise<void> {
    return this.restart(() => copyFile(join(this.dir, 'turnout.sqlite'), join(this.dir, 'copy')));
  }

  /** Puts the copy back, by other means than `turnout restore`. */
  putBack(): Promise<void> {
    return this.restart(() => copyFile(join(this.dir, 'copy'), join(this.dir, 'turnout.sqlite')));
  }

  /** All live rows with their state, by kind and key. */
  async rows(): Promise<ReadonlyMap<string, unknown>> {
    const { outbox } = this.history;
    const [before] = await outbox.links();
    await outbox.moveCursor(GYM, 0);
    const all = await outbox.waiting(GYM, 100_000);
    await outbox.moveCursor(GYM, before?.cursorSeq ?? 0);
    const live = (all?.changes ?? []).filter(({ data }) => data !== null);
    return new Map(live.map(({ kind, key, data }) => [`${kind} ${key}`, data] as const).toSorted());
  }

  async digests(): Promise<string[]> {
    const rows = [];
    for await (const page of this.history.outbox.rows(GYM)) rows.push(...page);
    return digestsOf(rows);
  }
}

function openIn(dir: string): Promise<History> {
  return openHistory({ dir, clock: new FakeClock(NOON), log: silentLog });
}
