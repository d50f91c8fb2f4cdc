/** `live` of the client against the real service, whose connections are cut: events go on from the newest one. */

import { createServer } from 'node:http';
import { expect, it, onTestFinished } from 'vitest';
import { type LiveEvent, Turnout } from '../../../clients/js/src/index.ts';
import { sandboxView } from '../../../service/demo/sandbox.ts';
import { gymSource } from '../../support/gym-source.ts';
import { listening, stopped } from '../../support/loopback.ts';
import { startService } from '../../support/service.ts';

/** A server that answers each connection as the next of these says; the last one again and again. */
async function scripted(...answers: readonly (readonly string[] | number)[]) {
  const lastIds: (string | undefined)[] = [];
  const server = createServer((request, response) => {
    const answer = answers[Math.min(lastIds.length, answers.length - 1)] ?? 500;
    lastIds.push(request.headers['last-event-id'] as string | undefined);
    if (typeof answer === 'number') {
      response.writeHead(answer, { 'content-type': 'application/json' });
      response.end('{"detail":"No.","code":"invalid_credentials"}');
      return;
    }
    response.writeHead(200, { 'content-type': 'text/event-stream' });
    response.end(answer.join(''));
  });
  const base_url = `http://127.0.0.1:${await listening(server)}`;
  onTestFinished(() => stopped(server));
  return { turnout: new Turnout({ base_url, api_key: null, max_retries: 0 }), lastIds };
}

const tick = (id: string) => `id: ${id}\nevent: tick\ndata: {"server_time":"t"}\n\n`;

async function first(
  count: number,
  events: AsyncIterable<LiveEvent>,
  found: LiveEvent[] = [],
): Promise<LiveEvent[]> {
  for await (const event of events) {
    found.push(event);
    if (found.length === count) break;
  }
  return found;
}

it('begins with how everything is, typed, and costs nothing', async () => {
  const view = sandboxView(Date.now());
  const service = await startService({ gyms: { ...gymSource(), sandbox: () => view } });
  onTestFinished(() => service.close());
  const turnout = new Turnout({ base_url: service.url, sandbox: true });
  const [hello] = await first(1, turnout.live());
  if (hello?.event !== 'hello') throw new Error(`it began with ${hello?.event}`);
  expect(hello.data).toMatchObject({ gym_id: 'demo', resumed: false });
  expect(hello.data.rooms.map(({ id }) => id)).toEqual(view.rooms.map(({ id }) => id));
  const [again] = await first(1, turnout.live({ last_event_id: hello.id ?? '' }));
  expect(again).toMatchObject({ event: 'hello', data: { resumed: true } });
});

it('goes on from the newest event after a lost connection, and passes over what it does not know', async () => {
  const strange = 'event: later\ndata: {}\n\n';
  const { turnout, lastIds } = await scripted([tick('a-1'), strange, tick('a-2')], [tick('a-3')]);
  const found = await first(3, turnout.live());
  expect(found.map(({ id }) => id)).toEqual(['a-1', 'a-2', 'a-3']);
  expect(lastIds).toEqual([undefined, 'a-2']);
});

it('tries again while the service is away, and ends with a refusal', async () => {
  const { turnout, lastIds } = await scripted([tick('a-1')], 503, [tick('a-2')], 401);
  const found: LiveEvent[] = [];
  await expect(first(9, turnout.live(), found)).rejects.toMatchObject({ status: 401 });
  expect(found).toHaveLength(2);
  expect(lastIds).toEqual([undefined, 'a-1', 'a-1', 'a-2']);
});

it('fails at once where it was never connected', async () => {
  const { turnout, lastIds } = await scripted(503);
  await expect(first(1, turnout.live())).rejects.toMatchObject({ status: 503 });
  expect(lastIds).toHaveLength(1);
});

it('ends with the reason of a signal, also between two connections', async () => {
  const { turnout } = await scripted([tick('a-1')], 503);
  const controller = new AbortController();
  const read = async () => {
    for await (const _ of turnout.live({ signal: controller.signal })) controller.abort();
  };
  await expect(read()).rejects.toMatchObject({ name: 'AbortError' });
});
