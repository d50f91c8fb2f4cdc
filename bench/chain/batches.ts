/** Batches as boxes send them, made up. */

import type { EstimateData, SessionData } from '../../chain/kinds.ts';
import type { AnyBatch, AnyChange } from '../../chain/sync.ts';
import { DAY_MS } from './fill.ts';

const HOUR_MS = 3_600_000;

/** 100 classes of ten days, and who was there. */
export function batchOf(gym: number, from: number, round: number): AnyBatch {
  const now = Date.now();
  const changes = Array.from({ length: 100 }, (_, at): AnyChange[] => {
    const key = `cls_${String(round * 100 + at).padStart(20, '0')}`;
    const starts = now - (1 + round * 10 + Math.floor(at / 10)) * DAY_MS + (at % 10) * HOUR_MS;
    return [
      { key, seq: from + 2 * at, kind: 'session', data: session(starts, at) },
      { key, seq: from + 2 * at + 1, kind: 'estimate', data: estimate(now, at) },
    ];
  }).flat();
  return {
    v: 1,
    gym: `gym-${gym}`,
    run: 'r_1',
    runs_before: [],
    from_seq: from,
    to_seq: from + changes.length - 1,
    base_seq: 0,
    whole_seq: 1_000_000,
    sent_utc_ms: now,
    skew_ms: 0,
    app: 'bench',
    status: null,
    rooms: null,
    digests: null,
    changes,
  };
}

export function session(starts: number, at: number): SessionData {
  return {
    source: 'bookings',
    starts_utc_ms: starts,
    ends_utc_ms: starts + HOUR_MS,
    name: `Class ${at % 12}`,
    trainer: `trainer-${at % 6}`,
    is_substitute: false,
    room: `room-${at % 4}`,
    is_cancelled: false,
    capacity: 20,
    booked: at % 20,
    checked_in: null,
    late_cancels: 1,
    waitlisted: 0,
    revenue_milli: null,
  };
}

export function estimate(now: number, at: number): EstimateData {
  const attended = at % 20;
  const range = { attended, low: attended, high: attended + 1 };
  return {
    version: 1,
    computed_utc_ms: now,
    source: 'camera',
    ...range,
    quality: 'A',
    reasons: [],
    method: '2/bench',
  };
}
