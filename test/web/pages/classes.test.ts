import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { type ClassFilter, classesData } from '../../../web/model/classes.ts';
import { classesPage } from '../../../web/pages/classes/classes.tsx';
import { gymView } from '../../support/gym-view.ts';
import { weekly } from '../../support/timetable.ts';

const ALL: ClassFilter = { room: '', trainer: '', day: '', words: '' };

it('classes that lose money stand by the money they lose', () => {
  const economics = { revenuePerVisitMilli: 1_000, flatPayMilli: 20_000 };
  const sessions = [
    ...weekly([12, 12, 12, 12], { name: 'Fuller' }),
    ...weekly([10, 10, 10, 10], { name: 'Costlier' }),
  ];
  const { gym } = gymView();
  const view = gymView({ sessions, gym: { economics: { ...gym.economics, ...economics } } });
  const page = renderToString(classesPage(classesData(view, 'fill_rate', ALL)));
  expect(page).toMatch(/Losing money.*Costlier.*Fuller/s);
});

it('says of more classes than it lists how many there are, and finds each', () => {
  const nowUtcMs = Date.UTC(2026, 10, 22, 18);
  const view = sandboxView(nowUtcMs);
  const last = view.sessions.findLast(({ endsUtcMs }) => endsUtcMs < nowUtcMs);
  const sessions = Array.from({ length: 130 }, (_, at) => {
    return { ...last!, id: `cls_${at}`, name: `Class ${at}`, attendance: null };
  });
  const pageOf = (filter = ALL) =>
    renderToString(classesPage(classesData({ ...view, sessions }, 'fill_rate', filter)));
  const page = pageOf();
  expect(page).toMatch(/130.weekly classes: too early to tell\./);
  expect(page).toContain('Too early to tell <span class="n">130</span>');
  expect(page.match(/href="\/classes\//g)).toHaveLength(100);
  expect(pageOf({ ...ALL, words: 'class 129' })).toContain('Class 129');
});
