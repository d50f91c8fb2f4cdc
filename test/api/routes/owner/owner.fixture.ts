/** The whole program with two gyms and their owners; every answer of the owner API has the fields that answers.txt lists for its row, and no others. */

import { readFileSync } from 'node:fs';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { expect, it, onTestFinished, vi } from 'vitest';
import { start } from '../../../../main.ts';
import type { NewKey } from '../../../../store/access/key.ts';
import { copyLogLine } from '../../../support/log-copy.ts';
import { cookieOf } from '../../../support/memory-access.ts';
import { readHtml } from '../../../support/read-html.ts';
import {
  drawn,
  isRtspServerAvailable,
  RTSP_SERVER_NEEDED,
  startRtspServer,
} from '../../../support/rtsp-server.ts';
import { started } from '../../../support/started.ts';

/** The whole program takes its time to start on a busy computer. */
vi.setConfig({ testTimeout: 90_000, hookTimeout: 90_000 });

/** Its cameras are off: one that is on costs three seconds of a core until it is stopped, and few tests look at a picture. */
export const FILE = `# Our gyms.   Two spaces   stay.
gyms:
  - id: north
    name: North # the old one
    timezone: Europe/London
    rooms:
      # upstairs
      - id: studio
        name: Studio
        capacity: 20 # fire brigade
        cameras:
          - id: hall
            url: "scene:studio?people=3&seed=7" # drawn
            enabled: false
            zones:
              - {name: mirror, kind: ignore, polygon: [[0, 0], [0.5, 0], [0.5, 1]]}
      - id: empty
  - id: south
    timezone: Europe/Paris
    rooms: [{id: loft, cameras: [{id: rival, url: "scene:loft?people=1", enabled: false}]}]
sampling: {class_period: 5s, idle_period: 5s}
server: {probe_local: true}

# the end
`;

/** The same gyms without a camera, for what has nothing to do with one: no picture is drawn and no detector is loaded. */
export const WITHOUT_CAMERAS = FILE.replace(
  /\n {8}cameras:\n[\s\S]*?(?=\n {6}- id: empty)/,
  '',
).replace(/, cameras: \[.*?\](?=\}\])/, '');

/** A section of the file with which one key asks as fast as this computer can. */
export const RATES =
  'access: { key_requests_per_second: 1000, address_requests_per_second: 1000 }\n';

/** The fields of an answer by row, as they were before the rows were a table: what a program reads must not be renamed. */
const ANSWERS = readFileSync(new URL('answers.txt', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => {
    const [name = '', fields = ''] = line.split(': ');
    const path = name.replace(' ', ' /operator/v1').replace(/\{\w+\}/g, '[^/]+');
    return { pattern: new RegExp(`^${path}$`), fields: fields.split(' ') };
  });

/** Their keys are what people wrote. */
const FREE = ['detector_options', 'columns', 'column_of', 'rooms'];

function fieldsIn(value: unknown, at = ''): string[] {
  if (Array.isArray(value)) return value.flatMap((one) => fieldsIn(one, at));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, one]) => {
    const isFree = FREE.includes(key) && !Array.isArray(one);
    return [`${at}${key}`, ...(isFree ? [] : fieldsIn(one, `${at}${key}.`))];
  });
}

export const LOGIN = { user: 'viewer', password: "s3cret#@'&" };

/** A test with a camera at `path` that wants {@link LOGIN}. */
export function itWithCamera(
  title: string,
  path: string,
  test: (at: Awaited<ReturnType<typeof startRtspServer>>) => Promise<void>,
) {
  const hasServer = isRtspServerAvailable();
  it.skipIf(!hasServer)(`${title}${hasServer ? '' : `: ${RTSP_SERVER_NEEDED}`}`, async () => {
    const mounts = { [path]: drawn({ codec: 'h264', gopFrames: 10 }) };
    const server = await startRtspServer({ mounts, login: LOGIN });
    onTestFinished(() => server.stop());
    await test(server);
  });
}

export type OperatorWorld = Awaited<ReturnType<typeof open>>;

/** One program for all tests of a file, which may ask fast. */
export const sharedWorld = (file = FILE, prepare?: Parameters<typeof open>[1]) =>
  started(() => open(`${file}${RATES}`, prepare));

export async function operatorWorld(...given: Parameters<typeof open>): Promise<OperatorWorld> {
  const world = await open(...given);
  onTestFinished(world.close);
  return world;
}

/** @param prepare fills the data folder before the program starts. */
async function open(file = FILE, prepare?: (dataFolder: string) => Promise<void>) {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-operator-'));
  const config = join(folder, 'turnout.yaml');
  await writeFile(config, file);
  const told: string[] = [];
  const logTo = new Writable({
    write: (chunk, _, done) => {
      told.push(String(chunk));
      copyLogLine(String(chunk));
      done();
    },
  });
  const data = join(folder, 'data');
  await prepare?.(data);
  const variables = { PORT: '0', TURNOUT_DATA: data, TURNOUT_CONFIG: config };
  const running = await start({ variables, logTo });
  const { access, url } = running;
  const key = async (role: NewKey['role'], gymId = 'north') => {
    const ofDemo = role === 'free' && { gymId: 'demo' };
    return (await access.createKey({ gymId, role, by: 'test', ...ofDemo })).secret;
  };
  const ask = async (target: string, init: RequestInit = {}) => {
    const answer = await fetch(`${url}${target}`, init);
    const text = await answer.text();
    told.push(text);
    const body = text === '' ? null : JSON.parse(text);
    const [path = ''] = target.split('?');
    const known = ANSWERS.find(({ pattern }) => pattern.test(`${init.method ?? 'GET'} ${path}`));
    if (answer.ok && known !== undefined) {
      expect(
        fieldsIn(body).filter((field) => !known.fields.includes(field)),
        target,
      ).toEqual([]);
      const { headers } = answer;
      const kept = [headers.get('cache-control'), headers.get('ratelimit')];
      expect(kept, target).toEqual(['no-store', null]);
      // No page of another origin reads it.
      const readers = ['cross-origin-resource-policy', 'access-control-allow-origin'];
      const shared = readers.map((name) => headers.get(name));
      expect(shared, target).toEqual(['same-origin', null]);
    }
    return { status: answer.status, body };
  };
  const ownerKey = await key('owner');
  const as =
    (who: Readonly<Record<string, string>>) =>
    (method: string, path: string, body?: unknown, revision?: string) =>
      ask(`/operator/v1${path}`, {
        method,
        headers: {
          ...who,
          ...(body !== undefined && { 'Content-Type': 'application/json' }),
          ...(revision !== undefined && { 'If-Match': revision === '*' ? '*' : `"${revision}"` }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
  const owner = as({ 'X-Api-Key': ownerKey });
  const signIn = async (role: NewKey['role']) => cookieOf(access, await key(role));
  return {
    close: async () => {
      await running.stop();
      await rm(folder, { recursive: true, force: true, maxRetries: 3 });
    },
    url,
    folder,
    /** All answers and log lines so far, to look for secrets in. */
    told,
    text: () => readFile(config, 'utf8'),
    secrets: () => readFile(join(data, 'secrets.env'), 'utf8').catch(() => ''),
    key,
    ask,
    /** Whoever shows these headers, with JSON and the revision where they are given. */
    as,
    /** The owner of `north`. */
    owner,
    /** Of the file as it is now. */
    revision: async () => (await owner('GET', '/configuration')).body.revision,
    /** Lines of the audit log, the newest first. */
    audit: async (limit: number) => (await owner('GET', `/audit?limit=${limit}`)).body.lines,
    signIn,
    /** A browser of someone of `north`, on a page of ours or of `origin`: opens pages and sends forms. */
    pages: async (role: NewKey['role'] = 'owner', origin = url) => {
      const headers = { Accept: 'text/html', Cookie: await signIn(role), Origin: origin };
      const send = async (path: string, body?: FormData | URLSearchParams) => {
        const method = body === undefined ? 'GET' : 'POST';
        const init = { method, headers, redirect: 'manual', ...(body && { body }) } as const;
        const answer = await fetch(`${url}${path}`, init);
        const text = readHtml(await answer.text());
        const [to, kept] = ['location', 'cache-control'].map((name) => answer.headers.get(name));
        return { status: answer.status, text, to, kept };
      };
      const form = (path: string, fields: Record<string, string>) =>
        send(path, new URLSearchParams(fields));
      return { send, form };
    },
  };
}
