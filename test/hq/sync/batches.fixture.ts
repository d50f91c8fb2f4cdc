/** Batches of one gym, and a change of each kind, as a box sends them. */

import type { AnyBatch, AnyChange } from '../../../chain/sync.ts';
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
  const amounts = {
    revenue_per_visit_milli: null,
    flat_pay_milli: null,
    per_head_pay_milli: null,
    room_cost_milli: null,
    variable_cost_milli: null,
  };
  return change('settings', 'gym', {
    id: 'one',
    name: 'One',
    timezone,
    currency: 'GBP',
    rooms: [{ id: 'hall', name: 'Hall', capacity: 30, has_camera: true }],
    room_names: [],
    economics: { ...amounts, classes: [], trainers: [] },
    verdicts: {
      dead_below: 0.3,
      weak_below: 0.5,
      fair_below: 0.7,
      full_from: 0.85,
      loss_share: 0.75,
      min_occurrences: 4,
      no_show_alert: 0.15,
    },
    hides_small_counts: false,
  });
}
