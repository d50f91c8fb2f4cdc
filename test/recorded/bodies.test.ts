/**
 * What fourteen seeded gyms answer, on every endpoint that gives figures, is what was recorded: the real program over their
 * data folder, at an instant that does not pass. What made the folder is `test/recorded/gyms.fixture.ts` of commit fa2581e2.
 * `digests.tsv` has a row for each answer: request, status and the SHA-256 of its body.
 *
 * RECORD_TO=DIR writes the bodies there and the digests into the fixture, so that two revisions can be compared with
 * `diff -r`. A changed row belongs into the commit that changes the answer, with the reason.
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { gunzipSync } from 'node:zlib';
import { expect, it } from 'vitest';
import { parse } from 'yaml';
import { ownerOf } from '../../cli/owner.ts';
import { testFolder } from '../support/folder.ts';
import { startRealProgram } from '../support/real-program.ts';
import { GYM_REQUESTS, type RecordedRequest, SERVICE_REQUESTS } from './requests.ts';

const FOLDER = new URL('../fixtures/recorded/', import.meta.url);
const DIGESTS = new URL('digests.tsv', FOLDER);
/** Monday 23 November 2026, 18:50 in London: classes of the evening are on. */
const RECORDED_AT_UTC_MS = String(Date.UTC(2026, 10, 23, 18, 50));
/** Ids that each run makes. */
const NEW_ID = /(\\?"(?:request_id|conversation_id|message_id|query_id)\\?":\s*\\?")[\w-]+/g;
const recordTo = process.env['RECORD_TO'];

interface Answer {
  readonly status: number;
  readonly body: string;
}

const answers = new Map<string, Answer>();

it('every recorded answer is the same as before', { timeout: 600_000 }, async () => {
  const dataFolder = testFolder();
  const packed = await readFile(new URL('turnout.sqlite.gz', FOLDER));
  await writeFile(join(dataFolder, 'turnout.sqlite'), gunzipSync(packed), { mode: 0o600 });
  const config = await readFile(new URL('turnout.yaml', FOLDER), 'utf8');
  const clock = fileURLToPath(new URL('frozen-clock.mjs', import.meta.url));
  const variables = { NODE_OPTIONS: `--import ${clock}`, RECORDED_AT_UTC_MS };
  const { url } = await startRealProgram({ config, dataFolder, variables });
  const owner = ownerOf(dataFolder);
  for (const { id } of parse(config).gyms) {
    const { secret } = await owner('POST /keys', { query: { gym: id }, body: { role: 'owner' } });
    await askGym(url, id, secret);
  }
  const sandbox = { 'x-sandbox': 'true' };
  for (const request of SERVICE_REQUESTS) {
    answers.set(`service/${request.name}`, await ask(url, request, sandbox));
  }
  const digestOf = (body: string) => createHash('sha256').update(body).digest('hex');
  const rows = [...answers].map(
    ([name, { status, body }]) => `${name}\t${status}\t${digestOf(body)}`,
  );
  if (recordTo !== undefined) {
    await record(recordTo);
    await writeFile(DIGESTS, `${rows.join('\n')}\n`);
  }
  const recorded = await readFile(DIGESTS, 'utf8');
  const known = new Set(recorded.trim().split('\n'));
  expect(rows.filter((row) => !known.has(row)).map((row) => row.split('\t')[0])).toEqual([]);
  expect(rows).toHaveLength(known.size);
});

/** All requests of a gym; and of what its answers name, the first three trainers, classes and sessions. */
async function askGym(url: string, id: string, key: string) {
  const get = async (request: RecordedRequest) =>
    answers.set(`${id}/${request.name}`, await ask(url, request, { 'x-api-key': key }));
  for (const request of GYM_REQUESTS) await get(request);
  const parsed = (name: string) => JSON.parse(answers.get(`${id}/${name}`)?.body ?? '{}');
  const ranking: { class_id: string; trainers: { id: string }[] }[] = parsed('performance').ranking;
  const trainers = new Set(ranking.flatMap((row) => row.trainers.map((trainer) => trainer.id)));
  for (const trainer of [...trainers].slice(0, 3)) {
    for (const period of ['day', 'week']) {
      const target = `/v1/trainers/${encodeURIComponent(trainer)}?period=${period}`;
      await get({ name: `trainer-${trainer}-${period}`, target });
    }
  }
  for (const { class_id } of ranking.slice(0, 3)) {
    await get({ name: `class-${class_id}`, target: `/v1/classes/${class_id}` });
  }
  const sessions: { id: string }[] = parsed('summary').classes;
  for (const session of sessions.slice(0, 3)) {
    await get({ name: `session-${session.id}`, target: `/v1/sessions/${session.id}` });
  }
}

async function ask(url: string, request: RecordedRequest, headers: object): Promise<Answer> {
  const { target, body, accept = 'application/json' } = request;
  const posted = body && { method: 'POST', body: JSON.stringify(body) };
  const type = body && { 'content-type': 'application/json' };
  const sent = { ...headers, accept, ...type };
  const response = await fetch(url + target, { ...posted, headers: sent });
  const text = (await response.text()).replaceAll(url, 'http://turnout');
  return { status: response.status, body: text.replaceAll(NEW_ID, '$1-') };
}

async function record(folder: string): Promise<void> {
  for (const [name, { status, body }] of answers) {
    const file = join(folder, `${name.replaceAll(/[^\w./-]/g, '_')}.txt`);
    await mkdir(join(file, '..'), { recursive: true });
    const lines = body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 1) : body;
    await writeFile(file, `${status}\n${lines}\n`);
  }
}
