/** Sums in sentences: none, nobody, and figures of different kinds in one order. */

import { expect, it } from 'vitest';
import {
  cameText,
  fewNotes,
  noShowsSentence,
  noShowsTail,
  noShowsText,
  orderNotes,
  type Sums,
} from '../../../../ask/answers/words/sums.ts';
import { gymView } from '../../../support/gym-view.ts';

const sums: Sums = {
  completed_classes: 1,
  graded_classes: 1,
  rated_classes: 1,
  attendance_basis: 'present',
  attended: 9,
  average_attendance: 9,
  capacity: 20,
  fill_rate: 0.45,
  walk_ins: 0,
  booked: 9,
  booked_classes: 1,
  no_shows: 0,
  no_show_rate: 0,
  no_show_classes: 1,
  no_shows_basis: 'net',
};
const none: Sums = {
  ...sums,
  completed_classes: 0,
  graded_classes: 0,
  attended: null,
  fill_rate: null,
  no_shows: null,
  no_shows_basis: null,
};

it('nobody stayed away, as far as is known of each basis', () => {
  expect(noShowsText(sums)).toBe('no class had fewer people than bookings (1 class)');
  expect(noShowsText({ ...sums, no_shows_basis: 'roster' })).toBe(
    'everyone who booked came (1 class)',
  );
});

it('of no class there is one sentence', () => {
  expect(`${cameText(none)}${noShowsTail(none)}.${noShowsSentence(none)}`).toBe(
    'no class has taken place.',
  );
});

it('says where an order has figures of different kinds', () => {
  const checked: Sums = { ...sums, attendance_basis: 'checked_in', no_shows_basis: 'roster' };
  expect(orderNotes([sums], false)).toEqual([]);
  expect(orderNotes([checked], false)[0]).toMatch(/^No heads were counted/);
  const [heads, net, roster] = orderNotes([sums, checked], true);
  expect(heads).toMatch(/^For some, no heads were counted/);
  expect(net).toContain('lower bound');
  expect(roster).toContain('compares them with lower bounds');
});

it('few are those below the limit of the verdicts', () => {
  expect(fewNotes(gymView(), [{ rated_classes: 3 }, { rated_classes: 9 }])).toHaveLength(1);
  expect(fewNotes(gymView(), [{ rated_classes: 4 }])).toEqual([]);
});
