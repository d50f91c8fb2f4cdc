/** The code by which the first owner of a gym gets in. */

import { expect, it } from 'vitest';
import { firstCodes } from '../../../cli/serve/serve.ts';
import { NEW_GYM } from '../../../store/access/waiting.ts';
import { RecordedLog } from '../../support/recorded-log.ts';
import { config, owned, typed } from '../typed.ts';

const URL = 'http://127.0.0.1:8080';

async function started() {
  await typed();
  const { access } = await owned();
  return { config: await config(), access, url: URL, log: new RecordedLog() };
}

it('the first start of a gym shows a set-up code on a terminal, until there is an owner', async () => {
  const parts = await started();
  const lines = firstCodes(true, parts);
  expect(lines).toEqual([
    expect.stringMatching(
      /^ {2}North: sign in at http:\/\/127\.0\.0\.1:8080\/sign-in with the set-up code \d{4} \d{4}\.$/,
    ),
    '  The code works once, within 15 minutes. For another: turnout setup-code',
  ]);
  const [code = ''] = /\d{4} \d{4}/.exec(lines[0] ?? '') ?? [];
  // The configuration is taken up again: another code would only end this one.
  expect(firstCodes(true, parts)).toEqual([]);
  const held = parts.access.setUpCodes.hold(code, '192.0.2.1');
  expect(held?.gymId).toBe('north');
  // So too while its owner is being made.
  expect(firstCodes(true, parts)).toEqual([]);
  held?.use();
  expect(parts.log.lines).toEqual([]);
  expect(parts.access.keys()).toEqual([]);
  const by = 'set-up code';
  const { key } = await parts.access.createKey({ gymId: 'north', role: 'owner', by });
  expect(firstCodes(true, parts)).toEqual([]);
  // Someone wanted it so.
  await parts.access.revokeKey(key.id, 'command line');
  expect(firstCodes(true, parts)).toEqual([]);
});

it('the first start of a gym writes it to the log where nobody watches, with the page for it', async () => {
  const parts = await started();
  await parts.access.createKey({ gymId: 'north', role: 'manager', by: 'command line' });
  expect(firstCodes(false, parts)).toEqual([]);
  const [line] = parts.log.of('owner_missing');
  const detail = expect.stringContaining('turnout setup-code');
  expect(line).toMatchObject({ fields: { gym: 'north', page: `${URL}/sign-in`, detail } });
  const { set_up_code: code } = line?.fields ?? {};
  expect(parts.access.setUpCodes.hold(String(code), '192.0.2.1')?.gymId).toBe('north');
});

it('the first start of a gym makes one for a gym of their own where the demo is shown', async () => {
  const parts = await started();
  const demo = { ...parts, config: { ...parts.config, origin: 'demo' as const } };
  const [line = ''] = firstCodes(true, demo);
  expect(line).toMatch(
    /^ {2}To set up your own gym, open .*8080\/setup and type the code \d{4} \d{4}\.$/,
  );
  const [code = ''] = /\d{4} \d{4}/.exec(line) ?? [];
  // It lets nobody into a gym that is there.
  expect(parts.access.setUpCodes.hold(code, '192.0.2.1')).toBeNull();
  expect(parts.access.setUpCodes.hold(code, '192.0.2.1', 'south')?.gymId).toBe(NEW_GYM);
  expect(firstCodes(false, demo)).toEqual([]);
  expect(parts.log.of('demo_shown')[0]?.fields).toMatchObject({ page: `${URL}/setup` });
});
