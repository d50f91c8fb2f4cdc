/** What can be in a message: every field of every shape is listed here, so that a new one is a decision. */

import type { TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { KINDS } from '../../chain/kinds.ts';
import { BATCH, JOIN_REQUEST } from '../../chain/sync.ts';
import { BODY } from '../../store/history/outbox.ts';
import { SCHEMA } from '../../store/history/schema/schema.ts';

interface Node {
  readonly properties?: Readonly<Record<string, Node>>;
  readonly items?: Node | readonly Node[];
  readonly anyOf?: readonly Node[];
  readonly patternProperties?: Readonly<Record<string, Node>>;
}

/** Paths of the leaves: `rooms[].name`; `*` is any key. */
function leaves(node: Node, path = ''): string[] {
  if (node.anyOf !== undefined) return [...new Set(node.anyOf.flatMap((one) => leaves(one, path)))];
  if (node.properties !== undefined) {
    return Object.entries(node.properties).flatMap(([name, inner]) =>
      leaves(inner, path === '' ? name : `${path}.${name}`),
    );
  }
  if (node.patternProperties !== undefined) {
    return Object.values(node.patternProperties).flatMap((inner) => leaves(inner, `${path}.*`));
  }
  if (node.items !== undefined) {
    const items = Array.isArray(node.items) ? node.items : [node.items as Node];
    return [...new Set(items.flatMap((inner) => leaves(inner, `${path}[]`)))];
  }
  return [path];
}

const amounts = (path: string) =>
  ['revenue_per_visit', 'flat_pay', 'per_head_pay', 'room_cost', 'variable_cost'].map(
    (name) => `${path}${name}_milli`,
  );

/** No sample, picture, address or credential; of cameras only how many are in which state, and whether a room has one. */
const CONTENT: Readonly<Record<keyof typeof KINDS, readonly string[]>> = {
  settings: [
    'id',
    'name',
    'timezone',
    'currency',
    ...['id', 'name', 'also_called[]', 'capacity', 'has_camera'].map((name) => `rooms[].${name}`),
    'room_names[].source',
    'room_names[].rooms.*',
    ...amounts('economics.'),
    'economics.classes[].name',
    ...amounts('economics.classes[].'),
    'economics.trainers[].name',
    'economics.trainers[].flat_pay_milli',
    'economics.trainers[].per_head_pay_milli',
    'families.*[]',
    ...['dead_below', 'weak_below', 'fair_below', 'full_from', 'loss_share'].map(
      (name) => `verdicts.${name}`,
    ),
    'verdicts.min_occurrences',
    'verdicts.no_show_alert',
    'hides_small_counts',
  ],
  trainer: ['name', 'aliases[]'],
  session: [
    ...['source', 'starts_utc_ms', 'ends_utc_ms', 'name', 'trainer', 'is_substitute', 'room'],
    ...['is_cancelled', 'capacity', 'booked', 'checked_in', 'late_cancels', 'waitlisted'],
    'revenue_milli',
  ],
  estimate: [
    ...['version', 'computed_utc_ms', 'source', 'attended', 'low', 'high', 'quality'],
    ...['reasons[]', 'method'],
  ],
  correction: ['attended', 'note', 'by', 'made_utc_ms', 'withdrawn_utc_ms', 'withdrawn_by'],
};

it.each(Object.entries(KINDS))('%s has the listed fields and no others', (kind, shape) => {
  expect(leaves(shape as TSchema as Node)).toEqual(CONTENT[kind as keyof typeof KINDS]);
});

it('a batch has, next to its changes, numbers, the state of the box, and how many people are where now', () => {
  expect(leaves(BATCH as Node)).toEqual([
    ...['v', 'gym', 'run', 'runs_before[]', 'from_seq', 'to_seq', 'base_seq', 'whole_seq'],
    ...['sent_utc_ms', 'skew_ms', 'app', 'status.cameras.*', 'status.storage'],
    ...['status.feeds[].id', 'status.feeds[].ok', 'status.has_configuration_faults'],
    ...['status.pending', 'status.held_back', 'status'],
    ...['rooms.rooms[].id', 'rooms.rooms[].occupancy', 'rooms.rooms[].updated_utc_ms'],
    ...['rooms.rooms[].state', 'rooms.minutes_from_utc_ms', 'rooms.minutes.*[]'],
    ...['source', 'attended', 'low', 'high', 'quality', 'reasons[]'].map(
      (name) => `rooms.running.*.${name}`,
    ),
    ...['rooms', 'digests[]', 'digests', 'changes[].seq', 'changes[].kind', 'changes[].key'],
    'changes[].data',
  ]);
});

it('joining tells the token and what the gym is called', () => {
  expect(leaves(JOIN_REQUEST as Node)).toEqual([
    ...['v', 'token', 'hostname', 'app', 'gym.id', 'gym.name', 'gym.timezone'],
  ]);
});

it('bodies are read from these tables of the database and no others', () => {
  const tables = new Set(SCHEMA.match(/(?<=CREATE (?:TABLE|VIEW) )\w+/g));
  for (const table of ['samples', 'minutes', 'credentials', 'audit_log', 'true_counts'])
    expect(tables).toContain(table);
  const read = new Set([...BODY.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table));
  expect([...read].toSorted()).toEqual([
    ...['classes', 'corrections', 'estimates', 'shared_settings', 'sources'],
    ...['trainer_aliases', 'trainers'],
  ]);
});
