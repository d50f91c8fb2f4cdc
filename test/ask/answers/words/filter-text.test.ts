/** What narrows a question, as a person would say it. */

import { expect, it } from 'vitest';
import { filterText } from '../../../../ask/answers/words/filter-text.ts';
import { gymView } from '../../../support/gym-view.ts';

it.each([
  [{}, ''],
  [{ from_hour: 17, to_hour: 24 }, ' starting at 17:00 or later'],
  [{ from_hour: 0, to_hour: 9 }, ' starting before 09:00'],
  [{ to_hour: 9 }, ' starting before 09:00'],
  [{ from_hour: 22, to_hour: 5 }, ' starting 22:00 to 05:00'],
  [
    { class: 'Spin', trainer: 'zed', weekday: 2, room: 'Hall' },
    ' of Spin by zed on Tuesdays in Hall',
  ],
])('%j', (filters, told) => {
  expect(filterText(filters, gymView())).toBe(told);
});
