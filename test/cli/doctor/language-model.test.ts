/** What `turnout doctor` says of the language model: that it reads, or what to do; never its address or key. */

import { expect, it } from 'vitest';
import { checkLanguageModel } from '../../../cli/doctor/doctor.ts';
import {
  API_KEY,
  asks,
  type Reply,
  says,
  startEndpoint,
} from '../../ask/model/endpoint.fixture.ts';

async function found(reply: Reply, said: object = {}) {
  const endpoint = await startEndpoint(reply);
  return { endpoint, finding: await checkLanguageModel({ ...endpoint.model, ...said }) };
}

it('turnout doctor asks the language model one question about the sample gym', async () => {
  const { endpoint, finding } = await found(asks({ measures: ['attended'] }));
  expect(finding).toMatchObject({ name: 'language model', state: 'ok' });
  expect(endpoint.received).toHaveLength(1);
});

it.each<[string, string, Reply]>([
  [
    'a redirect',
    'enter the address',
    (response) => response.writeHead(302, { location: '/' }).end(),
  ],
  ['the key', 'ask.model.api_key', (response) => response.writeHead(401).end()],
  ['the name', 'ask.model.name', (response) => response.writeHead(404).end()],
  ['its server', 'status 503', (response) => response.writeHead(503).end()],
  ['the model', 'bad query', says('840 people.')],
])('turnout doctor warns of a model with %s', async (_, word, reply) => {
  const { endpoint, finding } = await found(reply);
  expect(finding).toMatchObject({ state: 'warning', hint: expect.any(String) });
  const text = JSON.stringify(finding);
  expect(text).toContain(word);
  for (const secret of [API_KEY, endpoint.origin]) expect(text).not.toContain(secret);
});

it('turnout doctor warns of a key of the language model that is not set', async () => {
  const { endpoint, finding } = await found(says(''), { apiKey: 'unset:MODEL_KEY' });
  expect(finding).toMatchObject({
    state: 'warning',
    hint: expect.stringContaining('secrets.env'),
  });
  expect(endpoint.received).toEqual([]);
});
