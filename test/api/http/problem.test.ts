/** Errors as answers. */

import { expect, it } from 'vitest';
import { problemOf } from '../../../api/http/message.ts';
import { TurnoutError } from '../../../errors.ts';
import { unusableFolder } from '../../../store/history/faults.ts';

it('a full disk is 503 with its reason', () => {
  const full = unusableFolder(Object.assign(new Error('full'), { code: 'SQLITE_FULL' }));
  expect(problemOf(full, 'r1')).toMatchObject({
    status: 503,
    value: { code: 'data_unusable', detail: expect.stringContaining('the disk is full') },
  });
});

it('any other fault of ours is 500 and keeps its sentence for the log', () => {
  const parts = { where: 'x', expected: 'y', got: 'z' };
  for (const error of [new Error('inside'), new TurnoutError('detector_failed', parts)]) {
    const answer = problemOf(error, 'r1');
    expect(answer).toMatchObject({ status: 500, value: { code: 'internal_error' } });
    expect(JSON.stringify(answer)).not.toMatch(/inside|expected y/);
  }
});
