/** `turnout analyze` on a computer where nothing is installed. */

import { expect, it } from 'vitest';
import { clip } from '../../support/clips.ts';
import { askIn } from '../typed.ts';

it('counts with the detector that comes with the program, by name', async () => {
  const file = clip({ codec: 'h264', container: 'mp4' });
  // As a command before it in this process may have left it.
  process.exitCode = 1;
  const here = await askIn(undefined, 'analyze', file, '--json', '--every', '500ms');
  expect(here).toMatchObject({ code: 0, err: '' });
  const { cost, estimate, samples } = JSON.parse(here.out);
  const person = { detector: 'person', model: 'own', weak: true };
  expect(cost).toMatchObject({ ...person, passed_over: [], failures: {} });
  // A bright square on grey is nobody.
  expect(estimate.people).toBe(0);
  expect(samples.length).toBeGreaterThan(2);
  const options = ['--detector', 'motion', '--options', '{"noise":1}'];
  const given = await askIn(undefined, 'analyze', file, ...options);
  expect(given.code).not.toBe(0);
  expect(given.err).toContain('noise');
});
