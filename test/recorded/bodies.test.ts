/**
 * What fourteen seeded gyms answer, on every endpoint that gives figures, is what was recorded. `digests.tsv` has a row
 * for each answer: request, status and the SHA-256 of its body.
 *
 * RECORD_TO=DIR writes the bodies there and the digests into the fixture, so that two revisions can be compared with
 * `diff -r`. A changed row belongs into the commit that changes the answer, with the reason.
 */

import { createHash } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { beforeAll, expect, it } from 'vitest';
import { parse } from 'yaml';
import { RECORDED_FOLDER, type RecordedProgram, startRecorded } from './program.ts';
import { GYM_REQUESTS, type RecordedRequest, SERVICE_REQUESTS } from './requests.ts';

const DIGESTS = new URL('digests.tsv', RECORDED_FOLDER);
const recordTo = process.env['RECORD_TO'];

interface Answer {
  readonly status: number;
  readonly body: string;
}

const answers = new Map<string, Answer>();

beforeAll(async () => {
  const program = await startRecorded();
  try {
    for (const id of await gymIds()) await askGym(program, id);
    const sandbox = { 'x-sandbox': 'true' };
    for (const request of SERVICE_REQUESTS) {
      answers.set(`service/${request.name}`, await ask(program.url, request, sandbox));
    }
  } finally {
    await program.stop();
  }
}, 600_000);

it('every recorded answer is the same as before', async () => {
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

async function gymIds(): Promise<string[]> {
  const { gyms } = parse(await readFile(new URL('turnout.yaml', RECORDED_FOLDER), 'utf8'));
  return gyms.map(({ id }: { id: string }) => id);
}

/** All requests of a gym; and of what its answers name, the first three trainers, classes and sessions. */
async function askGym(program: RecordedProgram, id: string) {
  const headers = { 'x-api-key': await program.key(id) };
  const get = async (request: RecordedRequest) => {
    const answer = await ask(program.url, request, headers);
    answers.set(`${id}/${request.name}`, answer);
    return answer;
  };
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
  const response = await fetch(url + target, {
    ...posted,
    headers: { ...headers, accept, ...type },
  });
  return { status: response.status, body: comparable(await response.text(), url) };
}

/** Without the port and the ids that each run makes. */
function comparable(text: string, url: string): string {
  return text
    .replaceAll(url, 'http://turnout')
    .replaceAll(
      /(\\?"(?:request_id|conversation_id|message_id|query_id)\\?":\s*\\?")[\w-]+/g,
      '$1-',
    );
}

async function record(folder: string): Promise<void> {
  for (const [name, { status, body }] of answers) {
    const file = join(folder, `${name.replaceAll(/[^\w./-]/g, '_')}.txt`);
    await mkdir(join(file, '..'), { recursive: true });
    const lines = body.startsWith('{') ? JSON.stringify(JSON.parse(body), null, 1) : body;
    await writeFile(file, `${status}\n${lines}\n`);
  }
}
