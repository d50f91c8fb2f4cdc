import { connect } from 'node:net';
import fc from 'fast-check';
import { afterEach, describe, expect, it } from 'vitest';
import { Dispatcher, Histogram, Traffic } from '../../api/dispatch.ts';
import type { Backing } from '../../api/http/context.ts';
import { type Answer, type ApiRequest, LIMITS } from '../../api/http/message.ts';
import type { Destination } from '../../api/routes/router.ts';
import { systemClock } from '../../runtime/clock.ts';
import { BACKINGS } from '../support/backings.ts';
import { NOBODY, routerTo } from '../support/dispatching.fixture.ts';
import { RecordedLog } from '../support/recorded-log.ts';
import { later } from '../support/until.ts';

describe.each(BACKINGS)('a request, over %s', (name, listen) => {
  let backing: Backing;
  afterEach(() => backing.close());
  const serve = async (
    answer: (request: ApiRequest) => Answer | Promise<Answer>,
    more: Partial<Destination> = {},
  ) => {
    const log = new RecordedLog();
    const parts = { router: routerTo(answer, more), guard: NOBODY, traffic: new Traffic() };
    const dispatcher = new Dispatcher({ ...parts, log, clock: systemClock });
    backing = await listen({ host: '127.0.0.1', port: 0, onRequest: dispatcher.onRequest });
    return { url: `http://127.0.0.1:${backing.port}/a`, port: backing.port, dispatcher, log };
  };

  it('shares the memory for large bodies, and gets it back from a client that goes away', async () => {
    const bodyBytes = LIMITS.uploadsBytes / 2;
    const begun: (() => void)[] = [];
    const awaitsBody = () => {
      begun.shift()?.();
      return true;
    };
    const lengthOf = ({ body: { length } }: ApiRequest) => ({ status: 200, value: { length } });
    const { url, port } = await serve(lengthOf, { bodyBytes, awaitsBody });
    /** Sends all but the last byte, and waits until the server has the head. */
    const hold = async () => {
      const { promise, resolve } = later();
      begun.push(resolve);
      const socket = connect(port, '127.0.0.1');
      socket.write(`POST /a HTTP/1.1\r\nHost: x\r\nContent-Length: ${bodyBytes}\r\n\r\n`);
      socket.write(Buffer.alloc(bodyBytes - 1));
      await promise;
      return socket;
    };
    const post = (body: string | ReadableStream) =>
      fetch(url, { method: 'POST', body, duplex: 'half' } as RequestInit);
    const sockets = [await hold(), await hold()];
    const refused = await post('one more');
    expect(refused.status).toBe(429);
    expect(refused.headers.get('retry-after')).toBe('5');
    const detail = 'Other files are being uploaded: send it again in 5 seconds.';
    expect(await refused.json()).toMatchObject({ code: 'rate_limited', detail });
    const inChunks = await post(new Blob(['one more']).stream());
    expect(inChunks.status).toBe(name === 'node:http' ? 429 : 411);
    sockets[0]?.destroy();
    let answer = refused;
    while (answer.status === 429) answer = await post('one more');
    expect(await answer.json()).toEqual({ length: 8 });
    sockets[1]?.destroy();
  });

  it('has a signal that tells when nobody waits for the answer any more', async () => {
    const told = later<ApiRequest>();
    const settled = later<[number, boolean]>();
    const { port, dispatcher, log } = await serve((request) => {
      told.resolve(request);
      request.onAnswer = (...how) => {
        settled.resolve(how);
        return [];
      };
      return new Promise((_resolve, reject) => {
        const { signal } = request;
        signal.addEventListener('abort', () => reject(signal.reason));
      });
    });
    const socket = connect(port, '127.0.0.1');
    socket.write('GET /a HTTP/1.1\r\nHost: x\r\n\r\n');
    const request = await told.promise;
    expect(request.signal.aborted).toBe(false);
    expect(request.signal).toBe(request.signal);
    socket.destroy();
    expect(await settled.promise).toEqual([200, true]);
    expect(request.signal.aborted).toBe(true);
    await dispatcher.idle();
    expect(log.lines).toEqual([]);
  });
});

const duration = fc.double({ min: 0.001, max: 60_000, noNaN: true });

function histogramOf(durations: readonly number[]): Histogram {
  const histogram = new Histogram();
  for (const tookMs of durations) histogram.add(tookMs);
  return histogram;
}

it('tells every quantile within 4.5 %', () => {
  fc.assert(
    fc.property(
      fc.array(duration, { minLength: 1 }),
      fc.double({ min: 0, max: 1, noNaN: true }),
      (durations, share) => {
        const sorted = durations.toSorted((one, other) => one - other);
        const exact = sorted[Math.max(1, Math.ceil(share * sorted.length)) - 1] ?? Number.NaN;
        const told = histogramOf(durations).quantileMs(share) ?? Number.NaN;
        expect(Math.abs(told - exact) / exact).toBeLessThan(0.045);
      },
    ),
  );
});

it('counts exactly what lies within a doubling of 1 µs', () => {
  fc.assert(
    fc.property(fc.array(duration), fc.integer({ min: 1, max: 25 }), (durations, doublings) => {
      const limitMs = 0.001 * 2 ** doublings;
      // A duration on the limit itself may be told on either side of it, for logarithms are rounded.
      const clear = durations.filter((tookMs) => Math.abs(tookMs / limitMs - 1) > 1e-9);
      const within = clear.filter((tookMs) => tookMs <= limitMs).length;
      expect(histogramOf(clear).countWithin(doublings)).toBe(within);
    }),
  );
});
