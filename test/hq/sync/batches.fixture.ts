/** Batches of one gym, and a change of each kind, as a box sends them. */

import type { AnyBatch, AnyChange } from '../../../chain/sync.ts';
import { settingsOf } from '../../../service/line/box-report.ts';
import { gymConfigOf } from '../../support/config.ts';
import { HOUR_MS } from '../../support/times.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);

export function batch(from: number, changes: readonly AnyChange[]): AnyBatch {
  return {
    v: 1,
    gym: 'one',
    run: 'r_1',
    runs_before: [],
    from_seq: from,
    to_seq: from + changes.length - 1,
    base_seq: 0,
    whole_seq: 1_000_000,
    sent_utc_ms: NOW + from,
    skew_ms: 0,
    app: '1.2.3',
    status: null,
    rooms: null,
    digests: null,
    changes: changes.map((change, at) => ({ ...change, seq: from + at })),
  };
}

function change(kind: string, key: string, data: unknown): AnyChange {
  return { seq: 1, kind, key, data };
}

export function session(key: string, said: object = {}): AnyChange {
  const starts = NOW - 2 * HOUR_MS;
  return change('session', key, {
    source: 'calendar',
    starts_utc_ms: starts,
    ends_utc_ms: starts + HOUR_MS,
    name: 'Spin',
    trainer: null,
    is_substitute: false,
    room: 'hall',
    is_cancelled: false,
    capacity: 20,
    booked: 10,
    checked_in: null,
    late_cancels: null,
    waitlisted: null,
    revenue_milli: null,
    ...said,
  });
}

export function estimate(key: string, attended: number): AnyChange {
  return change('estimate', key, {
    version: 1,
    computed_utc_ms: NOW,
    source: 'camera',
    attended,
    low: attended,
    high: attended,
    quality: 'A',
    reasons: ['calibrated'],
    method: '2/x',
  });
}

export function correction(
  key: string,
  attended: number,
  withdrawn: number | null = null,
): AnyChange {
  return change('correction', key, {
    attended,
    note: null,
    by: 'tk_1',
    made_utc_ms: NOW,
    withdrawn_utc_ms: withdrawn,
    withdrawn_by: withdrawn === null ? null : 'tk_1',
  });
}

export function trainer(key: string): AnyChange {
  return change('trainer', key, { name: 'Anna', aliases: ['A.'] });
}

export function settings(timezone = 'Europe/London'): AnyChange {
  const rooms = [{ id: 'hall', name: 'Hall', capacity: 30 }];
  return change('settings', 'gym', settingsOf(gymConfigOf({ id: 'one', timezone, rooms })));
}
