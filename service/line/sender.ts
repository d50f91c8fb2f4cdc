/**
 * Sends what waits in the outbox of one gym, one batch after the other, and goes on from the cursor in each receipt: forward or
 * back. It stores nothing else of its own, so a kill at any point costs a batch that is sent again.
 *
 * ```text
 *  outbox ── at most 200 changes, 32 kB ──▶ batch ──▶ receipt ─┬─ cursor: go on after it
 *                                           │                  ├─ cursor beyond our newest change: these data were put back
 *                                           │                  └─ unequal digests: send everything anew
 *                                           └─ refused: this box is told why
 * ```
 */

import {
  type Batch,
  type BoxStatus,
  type Change,
  digestsOf,
  isWhole,
  type NumberedRow,
  type Receipt,
  type RoomsNow,
  VERSION,
} from '../../chain/sync.ts';
import { isTurnoutError } from '../../errors.ts';
import type { Clock } from '../../runtime/clock.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { LinkState, OutboxStore, Waiting } from '../../store/history/outbox.ts';

/** What a sender reports of the box, next to what it knows itself. */
export type OwnStatus = Omit<BoxStatus, 'pending' | 'held_back'>;

export interface SenderOptions {
  /** At the box and at the head office. */
  readonly gymId: string;
  readonly app: string;
  /** The starts over these data, this one last. */
  readonly runs: readonly string[];
  /** Whether the data are not those of the last start: all is sent anew then. */
  readonly isPutBack: boolean;
  readonly store: OutboxStore;
  /** Rejects where there is no receipt: whether the batch arrived is then unknown. */
  readonly send: (batch: Batch, signal: AbortSignal) => Promise<Receipt>;
  readonly status: () => OwnStatus;
  /** Null where there is nothing to say of them yet. */
  readonly rooms: () => Promise<RoomsNow | null>;
  readonly clock: Clock;
  readonly log: Log;
}

/** `more`: turn again at once. `unlinked`: the gym has left. */
export type RoundOutcome = 'more' | 'idle' | 'unlinked';

export interface SenderFigures {
  /** Box minus head office; null before the first receipt. */
  readonly skewMs: number | null;
  readonly lastReceiptUtcMs: number | null;
  /** Buckets that differed when the digests were last compared; null before the first time. */
  readonly unequal: number | null;
}

/** Of a batch. Source: a bench in which batches of 100 rows cost a row twenty times less than single ones. */
const MAX_CHANGES = 200;
const MAX_BATCH_BYTES = 32 * 1024;
/** A sign of life at least this often, and at most that often where something in it has changed. */
const LIFE_MS = 5 * 60_000;
const CHANGE_MS = 60_000;
/** Rooms now: as often where they have changed, and so often that the head office does not take them for old. Chosen here. */
const ROOMS_CHANGE_MS = 15_000;
const ROOMS_MS = 60_000;
/** How often digests are compared. */
const CHECK_MS = 24 * 3_600_000;
/** A receipt that took longer tells too little of the time. */
const MAX_TRIP_MS = 10_000;

const NEVER = { atMs: Number.NEGATIVE_INFINITY, text: '' };

export type Sender = ReturnType<typeof createSender>;

export function createSender(options: SenderOptions) {
  const { gymId, app, runs, store, send, clock, log } = options;
  const reports = createReports(options);
  let checkAtMs = Number.NEGATIVE_INFINITY;
  /** Whether everything was sent anew since the digests were last equal. */
  let isMending = false;
  /** Whether the head office knows this start. */
  let isKnown = false;
  let { isPutBack } = options;
  let figures: SenderFigures = { skewMs: null, lastReceiptUtcMs: null, unequal: null };

  /** What is sent now: the oldest changes that wait. */
  const next = async (): Promise<Waiting | null> => {
    const waiting = await store.waiting(gymId, MAX_CHANGES);
    // Its numbers mean nothing there: the receipt says from which on it may begin.
    if (waiting === null || !isPutBack) return waiting;
    const { link } = waiting;
    return { link: { ...link, cursorSeq: link.lastSeq }, changes: [], hasMore: true };
  };
  const hold = async (rows: readonly Change[]): Promise<void> => {
    const seqs = rows.map(({ seq }) => seq);
    await store.hold(gymId, seqs);
    const [first] = rows;
    const about = { gym: gymId, rows: rows.length, kind: first?.kind, key: first?.key };
    log.error('line_rows_held', about);
  };
  /** Of exactly the rows up to the link's newest change; null where there are newer ones by now: the next turn has them. */
  const digestsNow = async (link: LinkState): Promise<string[] | null> => {
    const rows: NumberedRow[] = [];
    for await (const page of store.rows(gymId)) rows.push(...page);
    const now = (await store.links()).find((one) => one.gymId === gymId);
    return now?.lastSeq === link.lastSeq ? digestsOf(rows) : null;
  };
  /** Null where there is nothing to send. */
  const batchOf = async ({ link, ...waiting }: Waiting): Promise<Batch | null> => {
    const { cursorSeq: afterSeq } = link;
    const changes = firstBatch(waiting.changes);
    const isLast = !waiting.hasMore && changes.length === waiting.changes.length;
    const toSeq = isLast ? link.lastSeq : (changes.at(-1)?.seq ?? afterSeq);
    const isCheckDue = isLast && clock.monotonicMs() - checkAtMs >= CHECK_MS;
    const digests = isCheckDue ? await digestsNow(link) : null;
    const due = await reports.due();
    const hasNews = digests !== null || due.status !== null || due.rooms !== null;
    if (toSeq === afterSeq && !hasNews && !isPutBack) return null;
    return {
      v: VERSION,
      gym: gymId,
      run: runs.at(-1) ?? '',
      runs_before: isKnown ? [] : runs.slice(0, -1),
      from_seq: afterSeq + 1,
      to_seq: toSeq,
      base_seq: link.baseSeq,
      whole_seq: link.wholeSeq,
      sent_utc_ms: clock.nowUtcMs(),
      skew_ms: figures.skewMs,
      app,
      ...due,
      digests,
      changes: [...changes],
    };
  };
  const sent = async (batch: Batch, signal: AbortSignal): Promise<Receipt> => {
    const startMs = clock.monotonicMs();
    const receipt = await send(batch, signal).catch((error: unknown) => {
      // It may have been put back from a backup, and know an earlier start.
      if (isTurnoutError(error, 'sync_refused')) isKnown = false;
      throw error;
    });
    isKnown = true;
    const atMs = clock.monotonicMs();
    const tripMs = atMs - startMs;
    const skewMs = Math.round(batch.sent_utc_ms + tripMs / 2 - receipt.hq_utc_ms);
    figures = {
      ...figures,
      skewMs: tripMs > MAX_TRIP_MS ? figures.skewMs : skewMs,
      lastReceiptUtcMs: clock.nowUtcMs(),
    };
    reports.noteSent(batch, atMs);
    return receipt;
  };
  /** Sends everything anew, with numbers that no row has had: what the box does not have is gone there then. */
  const renew = async (detail: string, link: LinkState, receipt: Receipt): Promise<void> => {
    log.warn('line_begins_again', { gym: gymId, detail });
    const newest = (await store.links()).find((one) => one.gymId === gymId) ?? link;
    const afterSeq = Math.max(receipt.top_seq, receipt.cursor, newest.lastSeq);
    await store.renew(gymId, { run: runs.at(-1) ?? '', afterSeq });
    isPutBack = false;
  };
  /** Answers digests that were compared: with everything anew where they differ, once; then no more until the next day. */
  const compared = async (unequal: number, link: LinkState, receipt: Receipt): Promise<void> => {
    figures = { ...figures, unequal };
    if (unequal > 0) log.warn('line_unequal', { gym: gymId, buckets: unequal, before: isMending });
    isMending = unequal > 0 && !isMending;
    if (isMending) await renew('its rows differ from those of the head office', link, receipt);
    else checkAtMs = clock.monotonicMs();
  };
  const taken = async (
    { link }: Waiting,
    batch: Batch,
    receipt: Receipt,
  ): Promise<RoundOutcome> => {
    if (isPutBack || receipt.cursor > link.lastSeq) {
      await renew('its data are older than what the head office has', link, receipt);
      return 'more';
    }
    const refused = batch.changes.filter(({ seq }) => receipt.refused.includes(seq));
    if (refused.length > 0) await hold(refused);
    await store.moveCursor(gymId, receipt.cursor);
    if (batch.digests !== null && receipt.unequal !== null) {
      await compared(receipt.unequal.length, link, receipt);
      return 'more';
    }
    return receipt.cursor < link.lastSeq ? 'more' : 'idle';
  };
  return {
    figures: () => figures,
    /** Sends one batch, where there is something to send. Rejects as `send` does, and where the disk fails. */
    round: async (signal: AbortSignal): Promise<RoundOutcome> => {
      const waiting = await next();
      if (waiting === null) return 'unlinked';
      const broken = waiting.changes.filter((change) => !isWhole(change));
      if (broken.length > 0) {
        await hold(broken);
        return 'more';
      }
      const batch = await batchOf(waiting);
      return batch === null ? 'idle' : taken(waiting, batch, await sent(batch, signal));
    },
  };
}

/** The condition of the box and its rooms, each sent when what was sent last is too old, or has changed and is not quite new. */
function createReports({ gymId, store, status, rooms, clock }: SenderOptions) {
  let life = NEVER;
  let shown = NEVER;
  const isDue = (last: typeof NEVER, now: object, changeMs: number, lifeMs: number): boolean => {
    const sinceMs = clock.monotonicMs() - last.atMs;
    return sinceMs >= lifeMs || (sinceMs >= changeMs && JSON.stringify(now) !== last.text);
  };
  const statusNow = async (): Promise<BoxStatus | null> => {
    const now = status();
    if (!isDue(life, now, CHANGE_MS, LIFE_MS)) return null;
    const { waiting: pending, held: held_back } = await store.pending(gymId);
    return { ...now, pending, held_back };
  };
  const roomsNow = async (): Promise<RoomsNow | null> => {
    if (clock.monotonicMs() - shown.atMs < ROOMS_CHANGE_MS) return null;
    const now = await rooms();
    return now !== null && isDue(shown, peopleIn(now), ROOMS_CHANGE_MS, ROOMS_MS) ? now : null;
  };
  return {
    /** Null for what need not be sent now. */
    due: async () => ({ status: await statusNow(), rooms: await roomsNow() }),
    noteSent: (batch: Batch, atMs: number): void => {
      if (batch.status !== null) {
        const { pending, held_back, ...own } = batch.status;
        life = { atMs, text: JSON.stringify(own) };
      }
      if (batch.rooms !== null) shown = { atMs, text: JSON.stringify(peopleIn(batch.rooms)) };
    },
  };
}

/** What is a change of the rooms: not that time goes on. */
function peopleIn({ rooms, running }: RoomsNow) {
  return [rooms.map(({ id, occupancy, state }) => [id, occupancy, state]), running];
}

/** The first changes that fit into one batch: at least one, where there is one. */
function firstBatch(changes: readonly Change[]): readonly Change[] {
  let bytes = 0;
  let length = 0;
  for (const change of changes.slice(0, MAX_CHANGES)) {
    bytes += Buffer.byteLength(JSON.stringify(change)) + 1;
    if (length > 0 && bytes > MAX_BATCH_BYTES) break;
    length += 1;
  }
  return changes.slice(0, length);
}
