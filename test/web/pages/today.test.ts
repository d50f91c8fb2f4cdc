import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { todayData } from '../../../web/model/days.ts';
import { todayPage } from '../../../web/pages/today.tsx';
import { gymView } from '../../support/gym-view.ts';

it.each([
  ['owner', true],
  ['trainer', false],
])('an empty day shows the first steps to %s: %s', (role, isShown) => {
  const view = gymView({ rooms: [] });
  const data = todayData(view, { fromUtcMs: view.nowUtcMs, counts: new Map() }, [], 120_000);
  const page = renderToString(todayPage(data, { reader: { role } } as never));
  expect(page.includes('First steps')).toBe(isShown);
});
