import { getEventListeners, once } from 'node:events';
import { statSync } from 'node:fs';
import { connect } from 'node:net';
import { dirname } from 'node:path';
import { Type } from 'typebox';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { TurnoutError } from '../../../errors.ts';
import { silentLog } from '../../../runtime/log/log.ts';
import { startControl } from '../../../service/control/control-socket.ts';
import { type AnyOperation, operation } from '../../../service/control/operations/operation.ts';
import { RecordedLog } from '../../support/recorded-log.ts';

const OPERATIONS: Record<string, AnyOperation> = {
  greet: operation(Type.Object({ name: Type.String() }), async ({ name }, bytes) => ({
    words: `${name} ${Buffer.from(bytes)}`,
  })),
  refuse: operation(Type.Object({}), () =>
    Promise.reject(
      new TurnoutError('class_unknown', {
        where: 'class',
        expected: 'one',
        got: 'none',
        hint: 'x',
      }),
    ),
  ),
  break: operation(Type.Object({}), () =>
    Promise.reject(new Error('at rtsp://admin:Zq9@192.0.2.1/')),
  ),
};

async function openSocket(operations = OPERATIONS, log = silentLog, idleMs = 30_000) {
  const control = await startControl({ operations, log, idleMs });
  onTestFinished(() => control.stop());
  return { ...control, path: control.path ?? '' };
}

/** Says `text` and ends; @returns what comes back. */
async function say(path: string, text: string): Promise<unknown> {
  const socket = connect(path);
  socket.end(text);
  const parts: Buffer[] = [];
  for await (const part of socket) parts.push(part);
  const answer = Buffer.concat(parts).toString();
  return answer === '' ? null : JSON.parse(answer);
}

const ask = (name: string, args: unknown = {}, file = '') =>
  `${JSON.stringify({ operation: name, args, bytes: Buffer.byteLength(file) })}\n${file}`;

describe('the control socket', () => {
  it('performs an operation with the file that comes along', async () => {
    const { path } = await openSocket();
    const answer = await say(path, ask('greet', { name: 'Ann' }, 'ha\nllo'));
    expect(answer).toEqual({ ok: true, value: { words: 'Ann ha\nllo' } });
  });

  it.skipIf(process.platform === 'win32')('lies where only this user gets in', async () => {
    const { path, stop } = await openSocket();
    expect(statSync(dirname(path)).mode & 0o777).toBe(0o700);
    await stop();
    expect(() => statSync(dirname(path))).toThrow(/ENOENT/);
  });

  it.each([
    ['an unknown operation', ask('toString'), 'operation_unknown'],
    ['arguments that do not fit', ask('greet', { name: 7 }), 'usage'],
    ['no JSON', 'hello\n', 'usage'],
    ['no request', '{"operation":"greet"}\n', 'usage'],
    ['half a line', '{"operation"', 'usage'],
    ['a line without end', 'x'.repeat(70_000), 'body_too_large'],
    [
      'a file that is too large',
      '{"operation":"greet","args":{},"bytes":67108865}\n',
      'body_too_large',
    ],
    ['what the operation refuses', ask('refuse'), 'class_unknown'],
  ])('answers %s with a coded error', async (_, text, code) => {
    const { path } = await openSocket();
    expect(await say(path, text)).toMatchObject({ ok: false, error: { code } });
  });

  it('tells a fault without addresses, and logs it', async () => {
    const log = new RecordedLog();
    const { path } = await openSocket(OPERATIONS, log);
    const answer = await say(path, ask('break'));
    expect(answer).toMatchObject({ ok: false, error: { code: 'internal_error' } });
    expect(JSON.stringify(answer)).not.toContain('Zq9');
    expect(log.of('operation_failed')).toHaveLength(1);
  });

  it('keeps nothing of a connection that has ended', async () => {
    const listening = vi.spyOn(AbortSignal.prototype, 'addEventListener');
    onTestFinished(() => listening.mockRestore());
    const { path } = await openSocket();
    for (let times = 0; times < 3; times += 1) {
      await say(path, ask('greet', { name: 'Ann' }, 'a file of some size'));
    }
    const signals = listening.mock.contexts.filter((signal) => signal instanceof AbortSignal);
    expect(signals.length).toBeGreaterThan(0);
    await vi.waitFor(() => {
      expect(signals.flatMap((signal) => getEventListeners(signal, 'abort'))).toEqual([]);
    });
  });

  it('gives up on who never finishes a request', async () => {
    const { path } = await openSocket(OPERATIONS, silentLog, 20);
    const socket = connect(path);
    socket.write('{"operation"');
    socket.resume();
    await once(socket, 'close');
  });

  it('lets what is under way end before it stops, and cuts off who has not asked yet', async () => {
    let finish: () => void = () => undefined;
    const begun = new Promise<void>((resolve) => {
      OPERATIONS['wait'] = operation(Type.Object({}), () => {
        resolve();
        return new Promise((done) => {
          finish = () => done('done');
        });
      });
    });
    const { path, stop } = await openSocket();
    const mute = connect(path);
    mute.resume();
    const answer = say(path, ask('wait'));
    await begun;
    const stopped = stop();
    await once(mute, 'close');
    finish();
    expect(await answer).toEqual({ ok: true, value: 'done' });
    await stopped;
    await expect(say(path, ask('greet', { name: 'x' }))).rejects.toThrow(/ENOENT|ECONNREFUSED/);
  });
});

it.skipIf(process.platform === 'win32')('without a folder for it the rest goes on', async () => {
  vi.stubEnv('TMPDIR', '/nonexistent');
  onTestFinished(() => {
    vi.unstubAllEnvs();
  });
  const log = new RecordedLog();
  const control = await startControl({ operations: OPERATIONS, log });
  expect(control.path).toBeNull();
  await control.stop();
  expect(log.lines.map(({ event }) => event)).toEqual(['control_unavailable']);
});
