import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { classesData } from '../../../web/model/classes.ts';
import { classesPage } from '../../../web/pages/classes/classes.tsx';
import { gymView } from '../../support/gym-view.ts';
import { weekly } from '../../support/timetable.ts';

it('classes that lose money stand by the money they lose', () => {
  const economics = { revenuePerVisitMilli: 1_000, flatPayMilli: 20_000 };
  const sessions = [
    ...weekly([12, 12, 12, 12], { name: 'Fuller' }),
    ...weekly([10, 10, 10, 10], { name: 'Costlier' }),
  ];
  const { gym } = gymView();
  const view = gymView({ sessions, gym: { economics: { ...gym.economics, ...economics } } });
  const filter = { room: '', trainer: '', day: '', words: '' };
  const page = renderToString(classesPage(classesData(view, 'fill_rate', filter)));
  expect(page).toMatch(/Losing money.*Costlier.*Fuller/s);
});
