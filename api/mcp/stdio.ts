/**
 * MCP over stdin and stdout, for a client that starts the program itself: the same tools as over HTTP, for whoever may read
 * the data. Nothing but messages may be written to stdout by anybody while this runs.
 */

import { randomUUID } from 'node:crypto';
import { Transform } from 'node:stream';
import type { JSONRPCRequest } from '@modelcontextprotocol/server';
import { createReader } from '../../ask/model/model-reader.ts';
import type { AskModelConfig } from '../../config/config.ts';
import type { GymView } from '../../gym/sessions/view.ts';
import { localVisitor } from '../auth/visitor.ts';
import { ANALYTICS_ROUTES } from '../routes/analytics.ts';
import type { App } from '../routes/app.ts';
import { readRoutes } from '../routes/reads.ts';
import { localInstructions } from './page.ts';
import { createRegistry } from './registry.ts';
import { serverMaker } from './server.ts';

interface StdioParts
  extends Pick<App, 'version' | 'log' | 'clock' | 'evidence'>,
    Pick<App['gyms'], 'asOf' | 'classesIn'> {
  /** The gym as it is now: asked before each answer. What it rejects with is told as a fault of the program. */
  readonly view: () => Promise<GymView>;
  /** Whether it is the sample gym. */
  readonly isSample: boolean;
  /** Whole sentences for the model on what is different in this session. */
  readonly notes: readonly string[];
  /** Address that answers name as their source, without a slash at its end. */
  readonly base: string;
  /** The language model behind the grammar of questions; null without one. */
  readonly model: AskModelConfig | null;
}

/**
 * Speaks with the process's stdin and stdout from now on. `closed` resolves when the session is over: the client closed its
 * end or cannot be spoken with, or `close` was called.
 */
export async function serveMcpStdio(parts: StdioParts) {
  const { view, isSample, notes, evidence, model, log } = parts;
  const [sdk, stdio] = await Promise.all([
    import('@modelcontextprotocol/server'),
    import('@modelcontextprotocol/server/stdio'),
  ]);
  const reader = createReader({ model: () => model, log });
  const app = { ...parts, base: () => parts.base, reader, gyms: parts };
  const registry = createRegistry([...ANALYTICS_ROUTES, ...readRoutes(evidence)], app);
  const instructions = () => localInstructions(notes);
  const make = serverMaker(sdk, { ...app, registry, instructions });
  const visitor = async () => {
    const seen = await view();
    return localVisitor(() => seen, isSample);
  };
  // Each call has a signal of its own, which the library makes: that of the exchange is never aborted.
  const { signal } = new AbortController();
  const waiting = new Set<unknown>();
  let ended = (): void => undefined;
  const finish = (id: unknown) => {
    waiting.delete(id);
    if (waiting.size === 0) ended();
  };
  // The library drops what it has not answered when stdin ends: the end waits for it.
  const input = new Transform({
    transform: (part, _, done) => done(null, part),
    flush: (done) => {
      ended = done;
      // What has come last is still to be read.
      setImmediate(finish, null);
    },
  });
  const transport = new stdio.StdioServerTransport(process.stdin.pipe(input));
  const handle = stdio.serveStdio(() => make({ requestId: randomUUID(), signal, visitor }), {
    transport,
    // Its message may repeat what was sent; the client is told it anyway.
    onerror: ({ name }) => log.warn('mcp_refused', { kind: name }),
  });
  const { onmessage: hear, send } = transport;
  transport.onmessage = (message) => {
    const { id, method = '', params } = message as Partial<JSONRPCRequest>;
    // One that is not to be answered any more, or only as long as the client is there.
    if (method === 'notifications/cancelled') finish(params?.['requestId']);
    else if (method !== '' && method !== 'subscriptions/listen' && id !== undefined)
      waiting.add(id);
    hear?.(message);
  };
  transport.send = async (message) => {
    await send.call(transport, message);
    if (!('method' in message)) finish(message.id);
  };
  const closed = new Promise<void>((resolve) => {
    const isClosed = transport.onclose;
    transport.onclose = () => {
      isClosed?.();
      resolve();
    };
  });
  return { closed, close: () => handle.close() };
}
