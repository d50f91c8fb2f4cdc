/** What can be in a message: every field of every shape is listed here, so that a new one is a decision. */

import type { TSchema } from 'typebox';
import { expect, it } from 'vitest';
import { BATCH } from '../../../chain/messages/batch.ts';
import { JOIN_REQUEST } from '../../../chain/messages/enrolment.ts';
import { KINDS } from '../../../chain/messages/kinds.ts';
import { LIVE_ROOMS } from '../../../chain/messages/live.ts';
import { BODY } from '../../../store/history/outbox/bodies.ts';
import { SCHEMA } from '../../../store/history/schema/schema.ts';

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
    ...['id', 'name', 'capacity', 'has_camera'].map((name) => `rooms[].${name}`),
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
  audit: ['at_utc_ms', 'made_by', 'kind', 'subject'],
  quarters: ['quarters[][]'],
};

it.each(Object.entries(KINDS))('%s has the listed fields and no others', (kind, shape) => {
  expect(leaves(shape as TSchema as Node)).toEqual(CONTENT[kind as keyof typeof KINDS]);
});

it('a batch has, next to its changes, numbers and the state of the box', () => {
  expect(leaves(BATCH as Node)).toEqual([
    ...['v', 'id', 'box', 'gym', 'epoch', 'from_seq', 'to_seq', 'whole_seq', 'sent_utc_ms'],
    ...['clock.source', 'clock.skew_ms', 'app', 'status.cameras.*', 'status.storage'],
    ...['status.feeds[].id', 'status.feeds[].ok', 'status.has_configuration_faults'],
    ...['status.pending', 'status.held_back', 'status', 'digests[]', 'digests', 'changes[].seq'],
    ...['changes[].kind', 'changes[].key', 'changes[].rev', 'changes[].at_utc_ms'],
    'changes[].data',
  ]);
});

it('what a box tells at once has counts of rooms and of classes that run', () => {
  expect(leaves(LIVE_ROOMS as Node)).toEqual([
    ...['v', 'now_utc_ms', 'rooms[].id', 'rooms[].occupancy', 'rooms[].updated_utc_ms'],
    ...['rooms[].state', 'minutes_from_utc_ms', 'minutes.*[]'],
    ...['source', 'attended', 'low', 'high', 'quality', 'reasons[]'].map(
      (name) => `running.*.${name}`,
    ),
  ]);
});

it('joining tells the token, the public key and what the gym is called', () => {
  expect(leaves(JOIN_REQUEST as Node)).toEqual([
    ...['v', 'token', 'public_key', 'hostname', 'app', 'gym.id', 'gym.name', 'gym.timezone'],
  ]);
});

it('bodies are read from these tables of the database and no others', () => {
  const tables = new Set(SCHEMA.match(/(?<=CREATE (?:TABLE|VIEW) )\w+/g));
  for (const table of ['samples', 'minutes', 'keys', 'oauth_grants', 'sign_ins', 'true_counts'])
    expect(tables).toContain(table);
  const read = new Set([...BODY.matchAll(/\b(?:FROM|JOIN) (\w+)/g)].map(([, table]) => table));
  expect([...read].toSorted()).toEqual([
    ...['audit_log', 'classes', 'corrections', 'estimates', 'shared', 'sources'],
    ...['trainer_aliases', 'trainers'],
  ]);
});
