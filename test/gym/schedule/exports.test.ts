/** Three more exports of each booking system: its published columns, other orders, dates, marks and rows around them. */

import { readdirSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { understoodFields } from '../../../gym/schedule/preview.ts';
import { parseFixture } from '../../support/schedules.ts';

const FOLDER = new URL('../../fixtures/schedule/exports/', import.meta.url);

/** By system: the zone of its gym, its shape, and what both classes of every export must say. */
const SYSTEMS = {
  mindbody: ['America/New_York', 'mindbody', ['trainer', 'room', 'capacity', 'booked']],
  momence: ['Europe/London', 'momence', ['trainer', 'room', 'capacity', 'booked']],
  teamup: ['Europe/London', 'teamup', ['trainer', 'room', 'capacity', 'booked', 'waitlisted']],
  'mariana-tek': ['America/New_York', 'mariana_tek', ['trainer', 'room', 'capacity', 'booked']],
  perfectgym: [
    'Europe/Warsaw',
    'perfectgym',
    ['trainer', 'room', 'capacity', 'booked', 'attended'],
  ],
  wellnessliving: ['America/New_York', 'wellnessliving', ['booked', 'attended', 'no_shows']],
  'open-active': ['Europe/London', 'openactive', ['trainer', 'room', 'capacity', 'booked']],
} as const;

describe.each(Object.entries(SYSTEMS))('%s', (system, [timezone, shape, said]) => {
  const files = readdirSync(FOLDER).filter((name) => name.startsWith(`${system}-`));

  it.each(files)('%s is read without settings', (file) => {
    const parsed = parseFixture(`exports/${file}`, { timezone });
    expect(parsed.faults.filter(({ effect }) => effect === 'skipped')).toEqual([]);
    expect(parsed.entries).toHaveLength(2);
    const unsaid = understoodFields(parsed).filter(
      ({ field, classes }) => classes < 2 && (said as readonly string[]).includes(field),
    );
    expect(unsaid).toEqual([]);
    expect([shape, 'generic']).toContain(parsed.shape);
    const starts = parsed.entries.map(({ startsUtcMs }) => new Date(startsUtcMs).toISOString());
    expect(starts.every((at) => at.startsWith('2026-05-'))).toBe(true);
  });

  it('has three of them', () => {
    expect(files).toHaveLength(3);
  });
});
