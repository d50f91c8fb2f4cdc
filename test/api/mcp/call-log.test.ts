/** The line that a call leaves, as the program writes it: it names the key by its beginning and by nothing more. */

import { expect, it } from 'vitest';
import { noteCall } from '../../../api/mcp/call-log.ts';
import { systemClock } from '../../../runtime/clock.ts';
import { createLog } from '../../../runtime/log/json-log.ts';
import { memoryAccess } from '../../support/memory-access.ts';

const SECRET = 'tk_9fK2aBCDEFGHIJKLMNOPQRSTUVWXYZabcde';

it('has the first 8 characters of the key, and not the key', async () => {
  let line = '';
  const log = createLog('info', {
    write: (text) => {
      line = text;
    },
  });
  const principal = memoryAccess([{ secret: SECRET, gymId: 'iron', role: 'owner' }]).find(SECRET);
  if (principal === null) throw new Error('the key is not there');
  const key = { ...principal.key, prefix: SECRET.slice(0, 8) };
  const visitor = { principal: { ...principal, key } } as never;
  const turn = { requestId: 'r1', signal: AbortSignal.abort(), visitor: () => visitor };
  const facts = { name: 'get_summary', outcome: `ok with ${SECRET}`, startMs: 0 };
  await noteCall({ turn, log, clock: systemClock }, 'mcp_tool', facts);
  expect(JSON.parse(line)).toMatchObject({
    event: 'mcp_tool',
    tool: 'get_summary',
    key: 'tk_9fK2a',
  });
  expect(line).not.toContain(SECRET.slice(0, 9));
});
