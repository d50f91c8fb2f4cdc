/** The step for classes as the server sends it: without a script it says what to do instead. */

import { h } from 'preact';
import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import type { SetupData } from '../../../../web/operator-data.ts';
import { ScheduleStep } from '../../../../web/pages/setup/schedule-step.tsx';

it('has the command and the lines of the file, where the script puts what it does instead', () => {
  const content = { classes: 3 } as SetupData;
  const page = renderToString(h(ScheduleStep, { content }));
  const [before, inside = ''] = page.split('data-schedule');
  expect(before).toContain('3 classes are known.');
  expect(inside).toContain('npx turnout schedule import classes.csv');
  expect(inside).toContain('url: https://…/classes.ics');
});
