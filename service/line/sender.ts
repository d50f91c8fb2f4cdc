/**
 * Sends what waits in the outbox of one gym, one batch at a time. The head office's cursor decides what comes next: forward,
 * back where it has lost something, or all again in a new epoch where it has more than this box ever had.
 *
 * ```text
 *  outbox ─▶ batch ─▶ transport ─▶ receipt ─┬─ cursor ─▶ outbox
 *                                           ├─ another epoch: a newer box has the place: send nothing while it does
 *                                           ├─ cursor beyond the newest change: these data were put back: new epoch
 *                                           └─ unequal digests: send those rows again; still unequal: new epoch
 * ```
 *
 * While much waits, every other batch has what changed last, ahead of its turn: a class of now is not behind those of a week.
 */

import { randomBytes } from 'node:crypto';
import { readChange } from '../../chain/codec.ts';
import { bucketOf, digestsOf } from '../../chain/digest.ts';
import { type Batch, type BoxStatus, VERSION } from '../../chain/messages/batch.ts';
import type { Receipt } from '../../chain/messages/receipt.ts';
import { firstBatch, MAX_CHANGES } from '../../chain/split.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type {
  LinkState,
  OutboxRow,
  OutboxStore,
  Waiting,
} from '../../store/history/outbox/outbox-store.ts';
import { newEpoch } from './link/epoch.ts';
import { LiveChanges } from './live-changes.ts';
import { clockSource, skewOf } from './skew.ts';
import type { LineTransport } from './transport.ts';

/** What a sender reports of the box, beside what it knows itself. */
export type OwnStatus = Omit<BoxStatus, 'pending' | 'held_back'>;

export interface SenderOptions {
  readonly gymId: string;
  /** Ids at the head office. */
  readonly box: string;
  readonly hqGym: string;
  readonly app: string;
  readonly store: OutboxStore;
  readonly transport: LineTransport;
  readonly status: () => OwnStatus;
  /** When the clock last stepped; null where it never did. */
  readonly lastStepUtcMs: () => number | null;
  readonly clock: Clock;
  readonly log: Log;
}

/** `more`: turn again at once. `superseded`: another box sends for this gym. `unlinked`: the gym has left. */
export type Turn = 'more' | 'idle' | 'superseded' | 'unlinked';

export interface SenderFigures {
  /** Box minus head office; null before the first receipt. */
  readonly skewMs: number | null;
  readonly lastReceiptUtcMs: number | null;
  /** Changes that the head office could not read, since the start. */
  readonly parked: number;
  /** Buckets that differed when the digests were last compared; null before the first time. */
  readonly unequal: number | null;
}

/** What waits, from `afterSeq` on: the cursor, or a later number where it goes ahead. */
interface Next extends Waiting {
  readonly afterSeq: number;
}

/** A sign of life at least this often, and at most that often where something in it has changed. */
const LIFE_MS = 5 * 60_000;
const CHANGE_MS = 60_000;
/** An epoch that was silent for so long has no box any more. Three signs of life. */
const SILENT_MS = 3 * LIFE_MS;
/** How often digests are compared. */
const CHECK_MS = 24 * 3_600_000;

export class Sender {
  readonly #options: SenderOptions;
  #life = { atMs: Number.NEGATIVE_INFINITY, text: '' };
  #checkAtMs = Number.NEGATIVE_INFINITY;
  /** How unequal digests were answered since they were last equal. */
  #mending: 'none' | 'sent again' | 'new epoch' = 'none';
  #isSuperseded = false;
  readonly #live = new LiveChanges();
  #figures: SenderFigures = { skewMs: null, lastReceiptUtcMs: null, parked: 0, unequal: null };

  constructor(options: SenderOptions) {
    this.#options = options;
  }

  figures(): SenderFigures {
    return this.#figures;
  }

  /** Gives a sign of life with the next turn. */
  signSoon(): void {
    this.#life = { atMs: Number.NEGATIVE_INFINITY, text: '' };
  }

  /** Compares the digests as soon as nothing waits. */
  checkSoon(): void {
    this.#checkAtMs = Number.NEGATIVE_INFINITY;
  }

  /** Sends one batch, where there is something to send. Rejects as the transport does, and where the disk fails. */
  async turn(signal: AbortSignal): Promise<Turn> {
    const waiting = await this.#next();
    if (waiting === null) return 'unlinked';
    const broken = waiting.changes.filter((change) => readChange(change) === null);
    if (broken.length > 0) {
      await this.#hold(broken);
      return 'more';
    }
    const batch = await this.#batchOf(waiting);
    if (batch === null) return 'idle';
    return this.#taken(waiting, batch, await this.#send(batch, signal));
  }

  /** What is sent now: the oldest changes that wait, or those ahead of them. */
  async #next(): Promise<Next | null> {
    const { store, gymId } = this.#options;
    const waiting = await store.waiting(gymId, MAX_CHANGES);
    if (waiting === null) return null;
    const afterSeq = this.#isSuperseded ? null : this.#live.nextAfter(waiting);
    const ahead = afterSeq === null ? null : await store.waiting(gymId, MAX_CHANGES, afterSeq);
    const isAhead =
      ahead !== null && ahead.link.epoch === waiting.link.epoch && ahead.changes.length > 0;
    return isAhead
      ? { ...ahead, afterSeq: Math.max(afterSeq ?? 0, ahead.link.cursorSeq) }
      : { ...waiting, afterSeq: waiting.link.cursorSeq };
  }

  async #hold(rows: readonly OutboxRow[]): Promise<void> {
    const { store, gymId, log } = this.#options;
    await store.hold(gymId, rows);
    const [first] = rows;
    log.error('line_rows_held', {
      gym: gymId,
      rows: rows.length,
      kind: first?.kind,
      key: first?.key,
    });
  }

  /** Null where there is nothing to send. */
  async #batchOf(waiting: Next): Promise<Batch | null> {
    const { box, hqGym, app, clock } = this.#options;
    const { link, afterSeq } = waiting;
    // One that is superseded only asks whether it still is.
    const changes = this.#isSuperseded ? [] : firstBatch(waiting.changes);
    const isLast = !waiting.hasMore && changes.length === waiting.changes.length;
    const toSeq = isLast ? link.lastSeq : (changes.at(-1)?.seq ?? afterSeq);
    const nowMs = clock.monotonicMs();
    const isWhole = isLast && afterSeq === link.cursorSeq;
    const isCheckDue = isWhole && nowMs - this.#checkAtMs >= CHECK_MS;
    const digests = isCheckDue ? await this.#digests(link) : null;
    const status = this.#statusNow();
    const isNeeded = toSeq !== afterSeq || digests !== null || status !== null;
    if (!isNeeded && !this.#isSuperseded) return null;
    const nowUtcMs = clock.nowUtcMs();
    const { skewMs } = this.#figures;
    return {
      v: VERSION,
      id: `b_${randomBytes(9).toString('hex')}`,
      box,
      gym: hqGym,
      epoch: link.epoch,
      from_seq: afterSeq + 1,
      to_seq: toSeq,
      whole_seq: link.wholeSeq,
      sent_utc_ms: nowUtcMs,
      clock: {
        source: clockSource(skewMs, this.#options.lastStepUtcMs(), nowUtcMs),
        skew_ms: skewMs,
      },
      app,
      status: status && { ...status, ...(await this.#waitingNow()) },
      digests,
      changes: [...changes],
    };
  }

  /** Null where it need not be sent now. */
  #statusNow(): OwnStatus | null {
    const { status, clock } = this.#options;
    const now = status();
    const sinceMs = clock.monotonicMs() - this.#life.atMs;
    const isDue = sinceMs >= LIFE_MS;
    return isDue || (sinceMs >= CHANGE_MS && JSON.stringify(now) !== this.#life.text) ? now : null;
  }

  async #waitingNow(): Promise<Pick<BoxStatus, 'pending' | 'held_back'>> {
    const { waiting, held } = await this.#options.store.pending(this.#options.gymId);
    return { pending: waiting, held_back: held };
  }

  /** Of exactly the rows up to the link's newest change; null where there are newer ones by now: the next turn has them. */
  async #digests(link: LinkState): Promise<string[] | null> {
    const { store, gymId } = this.#options;
    const rows: OutboxRow[] = [];
    for await (const page of store.rows(gymId)) rows.push(...page);
    const now = (await store.links()).find((one) => one.gymId === gymId);
    return now?.lastSeq === link.lastSeq && now.epoch === link.epoch ? digestsOf(rows) : null;
  }

  async #send(batch: Batch, signal: AbortSignal): Promise<Receipt> {
    const { transport, clock } = this.#options;
    const startMs = clock.monotonicMs();
    const receipt = await transport.send(batch, signal);
    if (receipt.batch !== batch.id) throw new Error('The receipt is of another batch.');
    const tripMs = clock.monotonicMs() - startMs;
    const trip = { sentUtcMs: batch.sent_utc_ms, tripMs, hqUtcMs: receipt.hq_utc_ms };
    this.#figures = {
      ...this.#figures,
      skewMs: skewOf(trip) ?? this.#figures.skewMs,
      lastReceiptUtcMs: clock.nowUtcMs(),
      parked: this.#figures.parked + receipt.parked,
    };
    if (batch.status !== null) {
      const { pending, held_back, ...own } = batch.status;
      this.#life = { atMs: clock.monotonicMs(), text: JSON.stringify(own) };
    }
    return receipt;
  }

  async #taken({ link }: Waiting, batch: Batch, receipt: Receipt): Promise<Turn> {
    const { store, gymId } = this.#options;
    this.#live.sent(batch);
    this.#isSuperseded = receipt.epoch !== link.epoch;
    if (this.#isSuperseded) {
      const heardUtcMs = receipt.epoch_heard_utc_ms ?? receipt.hq_utc_ms;
      if (receipt.hq_utc_ms - heardUtcMs < SILENT_MS) return 'superseded';
      await this.#renew('the box that had taken the place is silent');
      return 'more';
    }
    if (receipt.cursor > link.lastSeq) {
      await this.#renew('the head office has changes that this box never had');
      return 'more';
    }
    await store.moveCursor(gymId, link.epoch, receipt.cursor);
    if (batch.digests !== null && receipt.unequal !== null) {
      await this.#compared(receipt.unequal);
      return 'more';
    }
    return receipt.cursor < link.lastSeq ? 'more' : 'idle';
  }

  /** Answers digests that were compared: rows again first, then everything, then no more until the next day. */
  async #compared(unequal: readonly number[]): Promise<void> {
    const { store, gymId, log, clock } = this.#options;
    const nowMs = clock.monotonicMs();
    this.#figures = { ...this.#figures, unequal: unequal.length };
    if (unequal.length === 0) {
      this.#checkAtMs = nowMs;
      this.#mending = 'none';
      return;
    }
    log.warn('line_unequal', { gym: gymId, buckets: unequal.length, before: this.#mending });
    if (this.#mending === 'none') {
      this.#mending = 'sent again';
      const wanted = new Set(unequal);
      const rows: OutboxRow[] = [];
      for await (const page of store.rows(gymId))
        rows.push(...page.filter(({ kind, key }) => wanted.has(bucketOf(kind, key))));
      await store.sendAgain(gymId, rows);
    } else if (this.#mending === 'sent again') {
      this.#mending = 'new epoch';
      await this.#renew('rows differ from those of the head office');
    } else {
      this.#checkAtMs = nowMs;
      this.#mending = 'none';
    }
  }

  async #renew(detail: string): Promise<void> {
    const { store, gymId, log } = this.#options;
    log.warn('line_begins_again', { gym: gymId, detail });
    this.#isSuperseded = false;
    this.#live.forget();
    await store.renew(gymId, newEpoch());
  }
}
