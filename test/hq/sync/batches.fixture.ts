/** Batches of one gym, and a change of each kind, as a box sends them. */

import { readFileSync } from 'node:fs';
import type { AnyBatch, AnyChange } from '../../../chain/sync.ts';
import { settingsOf } from '../../../service/line/box-report.ts';
import { gymConfigOf } from '../../support/config.ts';
import { HOUR_MS } from '../../support/times.ts';

export const NOW = Date.UTC(2026, 10, 20, 12);

/** As a box of the first release sent it. */
const SENT: AnyBatch = JSON.parse(
  readFileSync(new URL('../../fixtures/chain/v1/batch.json', import.meta.url), 'utf8'),
);

export function batch(from: number, changes: readonly AnyChange[]): AnyBatch {
  return {
    ...SENT,
    gym: 'one',
    run: 'r_1',
    runs_before: [],
    from_seq: from,
    to_seq: from + changes.length - 1,
    base_seq: 0,
    whole_seq: 1_000_000,
    sent_utc_ms: NOW + from,
    status: null,
    rooms: null,
    changes: changes.map((change, at) => ({ ...change, seq: from + at })),
  };
}

/** The first of its kind that was sent, with what is said in place of some. */
function change(kind: string, key: string, said: object): AnyChange {
  const data = SENT.changes.find((one) => one.kind === kind)?.data;
  return { seq: 1, kind, key, data: { ...(data as object), ...said } };
}

/** Of an hour, from two hours ago. */
export function session(key: string, said: object = {}): AnyChange {
  const starts = NOW - 2 * HOUR_MS;
  const times = { starts_utc_ms: starts, ends_utc_ms: starts + HOUR_MS };
  return change('session', key, { ...times, capacity: 20, booked: 10, ...said });
}

export function estimate(key: string, attended: number): AnyChange {
  return change('estimate', key, { attended, low: attended, high: attended });
}

export function correction(
  key: string,
  attended: number,
  withdrawn: number | null = null,
): AnyChange {
  const by = withdrawn === null ? null : 'tk_1';
  return change('correction', key, { attended, withdrawn_utc_ms: withdrawn, withdrawn_by: by });
}

export function trainer(key: string): AnyChange {
  return change('trainer', key, { name: 'Anna', aliases: ['A.'] });
}

export function settings(timezone = 'Europe/London'): AnyChange {
  const rooms = [{ id: 'hall', name: 'Hall', capacity: 30 }];
  return change('settings', 'gym', settingsOf(gymConfigOf({ id: 'one', timezone, rooms })));
}
