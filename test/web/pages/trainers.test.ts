import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { ClassSession } from '../../../gym/sessions/session.ts';
import { trainersData } from '../../../web/model/classes.ts';
import { trainersPage } from '../../../web/pages/trainers.tsx';
import { gymView } from '../../support/gym-view.ts';
import { BEN, weekly } from '../../support/timetable.ts';

const pageOf = (...sessions: readonly ClassSession[]) =>
  renderToString(trainersPage(trainersData(gymView({ sessions }), 'name')));

it('tells who draws more only of trainers who share a class', () => {
  const anna = weekly([10, 10, 10, 10, 10, 10]);
  expect(pageOf(...anna)).toContain('trainers here hardly share a class');
  const both = pageOf(...anna, ...weekly([20, 20, 20, 20, 20, 20], { trainer: BEN }));
  expect(both).toMatch(/Ben Okafor draws at least 10%\smore people/);
});
