/** `turnout analyze` on a computer where nothing is installed. */

import { expect, it } from 'vitest';
import { run } from '../../../cli/program.ts';
import { clip } from '../../support/clips.ts';
import { world } from '../world.ts';

it('counts with the detector that comes with the program, by name', async () => {
  const file = clip({ codec: 'h264', container: 'mp4' });
  const args = ['analyze', file, '--json', '--every', '500ms'];
  const here = world(args);
  // As a command before it in this process may have left it.
  process.exitCode = 1;
  expect([await run(args, here.context), here.err()]).toEqual([0, '']);
  const { cost, estimate, samples } = JSON.parse(here.out());
  expect(cost).toMatchObject({
    detector: 'person',
    model: 'own',
    weak: true,
    passed_over: [],
    failures: {},
  });
  // A bright square on grey is nobody.
  expect(estimate.people).toBe(0);
  expect(samples.length).toBeGreaterThan(2);
  const given = world([]);
  const options = ['--detector', 'motion', '--options', '{"noise":1}'];
  expect(await run(['analyze', file, ...options], given.context)).not.toBe(0);
  expect(given.err()).toContain('noise');
});
