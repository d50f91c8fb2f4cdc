/** `turnout ask`: the own gym answers without a key. */

import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { ASK } from '../../../cli/ask.ts';
import { API_KEY, asks, startEndpoint } from '../../ask/model/endpoint.fixture.ts';
import { openTestHistory } from '../../store/history/folder.fixture.ts';
import { dataDir, typed } from '../typed.ts';
import { commandWorld } from '../world.ts';

async function ask(dataDir: string, ...words: string[]) {
  const answer = await commandWorld(dataDir, ASK).run('ask', ...words);
  const { exitCode } = process;
  process.exitCode = undefined;
  return { ...answer, exitCode };
}

it('answers from the own history, and fails with questions to ask where it does not understand', async () => {
  const { dir } = await openTestHistory();
  const known = await ask(dir, 'which classes should I cut?');
  expect(known.value).toMatchObject({ sample: false });
  const unknown = await ask(dir, 'what is the meaning of life?');
  expect(unknown).toMatchObject({ value: { kind: 'unclear' }, exitCode: 1 });
  expect(unknown.text).toContain('You can ask:\n  turnout ask "');
});

it('says its summary once, also where the one thing it found is that', async () => {
  const { text, value } = await ask('/nowhere/at/all', 'How is Anna Petrova doing?');
  const { summary } = value as { readonly summary: string };
  expect(text.split(summary)).toHaveLength(2);
});

it('wants a question', async () => {
  await expect(ask('/nowhere', 'x'.repeat(501))).rejects.toMatchObject({ code: 'usage' });
});

it('has the language model of the configuration read what the grammar does not, with the key of secrets.env', async () => {
  const endpoint = await startEndpoint(asks({ measures: ['attended'] }));
  const model = `{ url: "${endpoint.model.url}", name: small, api_key: "\${MODEL_KEY}" }`;
  const gym = '[{ id: gym, timezone: Europe/London, rooms: [] }]';
  await typed(`gyms: ${gym}\nask: { model: ${model} }\n`);
  const { dir } = await openTestHistory({ dir: dataDir() });
  await writeFile(join(dir, 'secrets.env'), `MODEL_KEY=${API_KEY}\n`);
  const { value } = await ask(dir, 'Wie viele Leute waren gestern da?');
  expect(value).toMatchObject({ kind: 'answer', read_by: 'model' });
  expect(endpoint.received[0]?.headers.authorization).toBe(`Bearer ${API_KEY}`);
  endpoint.reply = (response) => response.destroy();
  const failed = await ask(dir, 'Wie viele Leute waren gestern da?');
  expect(failed).toMatchObject({ value: { kind: 'unclear' }, exitCode: 1 });
  expect(failed.text).toMatch(/^Note: The language model did not answer\.$/m);
});
