/**
 * From nothing to two joined boxes and one page: the commands of docs/chain.md as they stand there, over the services of
 * deploy/hq/compose.yaml, without a Docker daemon. Afterwards the way back from a backup.
 */

import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ComposeStack } from '../../support/compose-stack.ts';
import { freePort } from '../../support/loopback.ts';
import { HAS_POSTGRES } from '../../support/postgres.ts';
import { textOf } from '../../support/tree.ts';
import { COMMAND } from '../../support/turnout.ts';
import { until } from '../../support/until.ts';
import { startProgram } from '../../web/check/operator/program.ts';

const HAS_CADDY = spawnSync('caddy', ['version']).status === 0;
if (!HAS_CADDY) console.warn('skipped: there is no Caddy here (apt-get install caddy)');

/** Without the question that shows that all is there. */
const MAX_COMMANDS = 5;
const GYMS = ['riverside', 'hilltop'] as const;

describe.skipIf(!HAS_POSTGRES || !HAS_CADDY)('a head office on one machine', () => {
  let stack: ComposeStack;
  /** Of the head office; the documents call it hq.example. */
  let name = '';
  let authority = '';
  const boxes: Box[] = [];
  const tokens: string[] = [];
  let key = '';

  beforeAll(async () => {
    stack = await ComposeStack.of('deploy/hq');
    name = `localhost:${await freePort()}`;
    authority = join(stack.volume('certificates'), 'caddy/pki/authorities/local/root.crt');
  });
  afterAll(async () => {
    await Promise.all(boxes.map((box) => box.end()));
    await stack?.down();
  });

  const inShell = (command: string) =>
    execFileSync('sh', ['-c', command], {
      cwd: stack.dir,
      env: { ...process.env, CURL_CA_BUNDLE: authority },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    });
  /** Empty where it fails, as where a key is asked faster than its rate allows. */
  const answerTo = (command: string) => {
    try {
      return inShell(command);
    } catch {
      return '';
    }
  };

  /** What Docker and the computers of the gyms do; all else is for the shell. */
  const perform = async (command: string): Promise<void> => {
    const here = command
      .replaceAll('hq.example', name)
      .replace('tk_…', key)
      .replace('tj_…', () => tokens.shift() ?? '');
    const [, inOffice] = /^docker compose exec hq turnout (.*)$/.exec(here) ?? [];
    if (here === 'docker compose up -d --build') {
      // As the reader writes it; the image holds what was built here.
      const variables = `TURNOUT_HQ_NAME=${name}\nPOSTGRES_PASSWORD=0123456789ab\n`;
      writeFileSync(join(stack.dir, '.env'), variables);
      await stack.up();
      const health = `curl -fsS https://${name}/health`;
      await until(() => existsSync(authority) && answerTo(health) !== '');
    } else if (inOffice !== undefined) {
      const output = stack.run('hq', inOffice.split(' '));
      tokens.push(...(output.match(/^tj_\w+$/gm) ?? []));
      key = /^tk_\w+$/m.exec(output)?.[0] ?? key;
    } else if (here.startsWith('turnout join ')) {
      boxes[GYMS.length - tokens.length - 1]?.run(argumentsOf(here, 'turnout '));
    } else {
      if (here.includes('/v1/query')) {
        query = here;
        // Once what was sent has come.
        await until(() => Object.keys(booked(query)).length === GYMS.length);
      }
      inShell(here);
    }
  };

  const booked = (query: string): Record<string, number> => {
    const { rows } = JSON.parse(answerTo(query) || '{ "rows": [] }');
    return Object.fromEntries(
      rows.map((row: { gym: string; booked: number }) => [row.gym, row.booked]),
    );
  };
  let query = '';
  const shows = (wanted: Record<string, number>) => isDeepStrictEqual(booked(query), wanted);

  it('is there with five commands, from nothing to two joined boxes and one page', async () => {
    const commands = commandsOf('## From nothing to two gyms');
    expect(commands).toHaveLength(MAX_COMMANDS + 1);
    for (const command of commands) {
      if (command.startsWith('turnout join') && boxes.length === 0) {
        // They count already: the page begins with them.
        for (const [at, gym] of GYMS.entries()) {
          boxes.push(await startBox(gym, authority));
          boxes[at]?.bring({ Yoga: 11 + at });
        }
      }
      await perform(command);
    }
    expect(booked(query)).toEqual({ hilltop: 12, riverside: 11 });
    const page = `curl -fsS -H 'Accept: text/html' https://${name}/sign-in`;
    expect(inShell(page)).toMatch(/^<!doctype html>/i);
    expect(stack.run('hq', ['hq', 'gym', 'list'])).not.toContain('never');
  }, 180_000);

  it('comes back from a backup in a fresh PostgreSQL, and gets again what was lost since', async () => {
    const [once = '', ...back] = commandsOf('## Backups');
    const written = stack.run('backup', argumentsOf(once, 'docker compose run --rm backup '));
    const file = /\/turnout-[\w-]+\.dump$/m.exec(written)?.[0] ?? '';
    for (const [at, box] of boxes.entries()) box.bring({ Yoga: 1, Spin: 20 + at });
    const newest = { hilltop: 22, riverside: 21 };
    await until(() => shows(newest));

    await stack.stop('hq');
    await stack.stop('postgres');
    rmSync(stack.volume('postgres'), { recursive: true });
    await stack.up();
    expect(answerTo(query)).toBe('');
    const [stop = '', restore = '', recreate = ''] = back;
    await stack.stop(argumentsOf(stop, 'docker compose stop ')[0] ?? '');
    const restoring = restore.replace('/turnout-….dump', file);
    stack.run('backup', argumentsOf(restoring, 'docker compose run --rm backup '));
    await stack.recreate(argumentsOf(recreate, 'docker compose up -d --force-recreate '));
    await until(() => shows({ hilltop: 12, riverside: 11 }));
    // A start is a sign of life; the next one would come within five minutes.
    for (const box of boxes) await box.restart();
    await until(() => shows(newest));
  }, 240_000);
});

/** The commands of a section and what is below it, one line each. */
function commandsOf(heading: string): readonly string[] {
  const [, section = ''] = textOf('docs/chain.md').split(`\n${heading}\n`);
  const [own = ''] = section.split(/\n##+ /);
  return [...own.matchAll(/```sh\n([\s\S]*?)```/g)].flatMap(([, block = '']) =>
    block.split('\n').filter((line) => line !== '' && !line.startsWith('#')),
  );
}

function argumentsOf(command: string, start: string): readonly string[] {
  if (!command.startsWith(start)) throw new Error(`expected ${start}…, got ${command}`);
  return command.slice(start.length).split(' ');
}

type Box = Awaited<ReturnType<typeof startBox>>;

/** A box as its gym has it: the built program, with a configuration, a schedule and no camera. */
async function startBox(gym: string, authority: string) {
  const room = '{ id: hall, name: Hall, capacity: 20 }';
  const config = `gyms: [{ id: ${gym}, timezone: UTC, rooms: [${room}] }]\n`;
  const variables = { NODE_EXTRA_CA_CERTS: authority };
  const program = await startProgram(
    (folder) => writeFile(join(folder, 'turnout.yaml'), config),
    variables,
  );
  /** Runs `turnout ARGS` next to the server. @returns its output; throws where it fails. */
  const run = (args: readonly string[], input = '') => {
    const place = { cwd: program.folder, env: { ...process.env, ...variables } };
    const options = { ...place, encoding: 'utf8', stdio: 'pipe', input } as const;
    return execFileSync(process.execPath, [COMMAND, ...args], options);
  };
  /** Puts a timetable in the place of the one before: a class each hour from eight, with so many who booked. */
  const bring = (classes: Readonly<Record<string, number>>) => {
    const day = new Date(Date.now() - 86_400_000).toISOString().slice(0, 10);
    const rows = Object.entries(classes).map(
      ([name, booked], at) => `${name},${day} 0${8 + at}:00,60,hall,${booked}`,
    );
    const text = ['Class,Start,Minutes,Room,Booked', ...rows].join('\n');
    run(['schedule', 'import', '-'], `${text}\n`);
  };
  return { ...program, run, bring };
}
