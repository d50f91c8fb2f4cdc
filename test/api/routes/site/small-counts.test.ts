/** `privacy.small_counts: hide` on the pages that are published: the wall, and the report of the week. */

import { expect, it } from 'vitest';
import { classSession, counted } from '../../../support/classes.ts';
import { gymView, roomView } from '../../../support/gym-view.ts';
import { startSite } from './sign-in/site.fixture.ts';

const NOW = Date.UTC(2026, 10, 21, 20);
const DAY_MS = 86_400_000;

/** One person in each of two rooms, the smaller one for one; one at a class of last week, and at one that runs. */
function northWith(gym: { readonly hidesSmallCounts?: true }) {
  const facts = { gymId: 'north', booked: 2, attendance: counted(1) };
  const rooms = [
    roomView({ occupancy: 1 }),
    roomView({ id: 'booth', name: 'Booth', capacity: 1, occupancy: 1 }),
  ];
  const sessions = [
    classSession({ ...facts, id: 'last-week', startsUtcMs: NOW - 7 * DAY_MS }),
    classSession({ ...facts, id: 'running', startsUtcMs: NOW - 600_000 }),
  ];
  return gymView({ gym: { id: 'north', ...gym }, nowUtcMs: NOW, rooms, sessions });
}

async function pagesOf(gym: Parameters<typeof northWith>[0]) {
  const { browser } = await startSite({ north: northWith(gym), openGym: 'north' });
  const page = async (path: string) => {
    const answer = await browser().ask(path);
    expect(answer.status).toBe(200);
    return answer.text();
  };
  return { wall: await page('/wall'), report: await page('/report/week'), day: await page('/') };
}

it('the wall: rooms and the class that runs', async () => {
  const { wall } = await pagesOf({});
  expect(countsOf(wall)).toEqual(['1', '1', '1']);
  const { wall: hidden, day } = await pagesOf({ hidesSmallCounts: true });
  expect(countsOf(hidden)).toEqual(['3', '–', '3']);
  // Not published: whoever runs the gym sees what is.
  expect(countsOf(day).slice(0, 2)).toEqual(['1', '1']);
});

it('the report of the week', async () => {
  const [{ report: shown }, { report: hidden }] = [
    await pagesOf({}),
    await pagesOf({ hidesSmallCounts: true }),
  ];
  expect(textOf(shown)).toContain('1 person came to 1 class: 5% full');
  expect(textOf(hidden)).toContain('3 people came to 1 class: 15% full');
});

/** Numbers of people: of the rooms, then of the class that runs. */
function countsOf(html: string): readonly string[] {
  const rooms = [...html.matchAll(/<span class="count"><span[^>]*>(.*?)<\/span>/g)];
  const running = [...html.matchAll(/([\d–]+) of 20 · until/g)];
  return [...rooms, ...running].map(([, text = '']) => textOf(text).trim());
}

function textOf(html: string): string {
  return html.replace(/<[^>]*>/g, '').replaceAll('\u00a0', ' ');
}
