/** Faults of a body name what is wrong and what is right. */

import { Type } from 'typebox';
import { expect, it } from 'vitest';
import { readJsonBody } from '../../../api/validation/json-body.ts';

it('names members that are not known, and the words that are', async () => {
  const rule = Type.Unsafe<string>({ type: 'string', enum: ['max', 'sum'] });
  const schema = Type.Object({ id: Type.String(), rule }, { additionalProperties: false });
  const read = await readJsonBody(schema, Buffer.from('{"id":"a","foo":1,"bar":2,"rule":"z"}'));
  expect(read).toEqual({
    ok: false,
    faults: [
      {
        type: 'additionalProperties',
        loc: ['body'],
        msg: 'Input must not have foo, bar',
        input: null,
      },
      { type: 'enum', loc: ['body', 'rule'], msg: 'Input must be one of max, sum', input: null },
    ],
  });
});
