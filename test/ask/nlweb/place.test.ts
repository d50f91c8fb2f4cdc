/** Where figures can be read again. */

import { expect, it } from 'vitest';
import { placeOf } from '../../../ask/nlweb/documents.ts';

it('is the summary for the rooms now, and the question itself for all else', () => {
  expect(placeOf({ report: 'occupancy', where: [] }, 'Who?')).toBe('/v1/summary');
  const days = { from: '2026-11-18', to: '2026-11-18' };
  const timetable = { report: 'timetable', ...days, where: [], next: false } as const;
  expect(placeOf(timetable, 'How & why?')).toBe('/ask?query=How%20%26%20why%3F');
});
