/** A head office's condition as families of samples. No gym is named, and no person counted: no key is asked for. */

import { GYM_STATES, type OfficeStatus } from '../../service/office-status.ts';
import type { Family, Sample } from './exposition.ts';

/** None at a box. What is unknown has no sample. */
export function officeFamilies(
  office: OfficeStatus | undefined,
  nowUtcMs: number,
): readonly Family[] {
  if (office === undefined) return [];
  return [...chainFamilies(office, nowUtcMs), ...syncFamilies(office), ...memoryFamilies(office)];
}

function gauge(name: string, help: string, samples: readonly Sample[]): Family {
  return { name, type: 'gauge', help, samples };
}

function counter(name: string, help: string, samples: readonly Sample[]): Family {
  const totals = samples.map((sample) => ({ ...sample, suffix: '_total' as const }));
  return { name, type: 'counter', help, samples: totals };
}

function chainFamilies(office: OfficeStatus, nowUtcMs: number): Family[] {
  const { chain, connections, isDatabaseUp } = office;
  const { busy, idle, waiting, waits } = connections;
  const oldest = chain?.oldestReceiptUtcMs ?? null;
  const newest = chain?.newestReceiptUtcMs ?? null;
  return [
    gauge('turnout_hq_database_up', 'Whether the database answered when it was last asked.', [
      { value: isDatabaseUp ? 1 : 0 },
    ]),
    gauge(
      'turnout_hq_gyms',
      'Gyms of the chain by what their boxes do; silent is for 15 minutes.',
      chain === null
        ? []
        : GYM_STATES.map((state) => ({ labels: { state }, value: chain.gyms[state] })),
    ),
    {
      ...gauge(
        'turnout_hq_oldest_receipt_seconds',
        'Time since the receipt of the box that has been silent for longest.',
        oldest === null ? [] : [{ value: Math.max(0, nowUtcMs - oldest) / 1_000 }],
      ),
      unit: 'seconds',
    },
    {
      ...gauge(
        'turnout_hq_newest_receipt_seconds',
        'Time since the newest batch of any box.',
        newest === null ? [] : [{ value: Math.max(0, nowUtcMs - newest) / 1_000 }],
      ),
      unit: 'seconds',
    },
    gauge('turnout_hq_database_connections', 'Connections of this node, and who waits for one.', [
      { labels: { state: 'busy' }, value: busy },
      { labels: { state: 'idle' }, value: idle },
      { labels: { state: 'waiting' }, value: waiting },
    ]),
    counter('turnout_hq_database_waits', 'Statements that waited for a connection.', [
      { value: waits },
    ]),
  ];
}

function syncFamilies({ sync }: OfficeStatus): Family[] {
  return [
    counter('turnout_hq_batches', 'Batches of boxes that were applied.', [{ value: sync.batches }]),
    counter('turnout_hq_changes', 'Changes that were applied.', [{ value: sync.changes }]),
  ];
}

function memoryFamilies({ views }: OfficeStatus): Family[] {
  return [
    gauge('turnout_hq_views', 'Gyms in memory.', [{ value: views.gyms }]),
    {
      ...gauge('turnout_hq_view_bytes', 'About how large the gyms in memory are.', [
        { value: views.bytes },
      ]),
      unit: 'bytes',
    },
    counter('turnout_hq_view_requests', 'How often a gym was in memory, or had to be read.', [
      { labels: { result: 'hit' }, value: views.hits },
      { labels: { result: 'read' }, value: views.reads },
    ]),
  ];
}
