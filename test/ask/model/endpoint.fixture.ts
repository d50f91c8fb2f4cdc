/** An OpenAI-compatible endpoint of a test: a real HTTP server on this computer, which answers as it is told. */

import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { onTestFinished } from 'vitest';
import type { AskModelConfig } from '../../../config/config.ts';
import { listening, stopped } from '../../support/loopback.ts';

/** What was asked of it. */
export interface Received {
  readonly path: string;
  readonly headers: IncomingMessage['headers'];
  readonly body: {
    readonly model: string;
    readonly messages: readonly { readonly role: string; readonly content: string }[];
    readonly response_format?: { readonly type: string; readonly json_schema: { schema: object } };
    readonly temperature?: number;
  };
}

export type Reply = (response: ServerResponse, received: Received) => void;

export interface Endpoint {
  readonly model: AskModelConfig;
  readonly origin: string;
  readonly received: Received[];
  /** How it answers from now on. */
  reply: Reply;
}

export const API_KEY = 'sk-fake-0123456789';

export async function startEndpoint(reply: Reply): Promise<Endpoint> {
  const received: Received[] = [];
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const asked = {
        path: request.url ?? '',
        headers: request.headers,
        body: JSON.parse(Buffer.concat(chunks).toString() || '{}'),
      };
      received.push(asked);
      endpoint.reply(response, asked);
    });
  });
  const origin = `http://127.0.0.1:${await listening(server)}`;
  onTestFinished(() => stopped(server));
  const endpoint: Endpoint = {
    model: { url: `${origin}/v1`, name: 'small', apiKey: API_KEY, timeoutMs: 30_000 },
    origin,
    received,
    reply,
  };
  return endpoint;
}

/** A completion with this text. */
export function says(text: string): Reply {
  return (response) => {
    response.setHeader('content-type', 'application/json');
    response.end(JSON.stringify({ choices: [{ message: { role: 'assistant', content: text } }] }));
  };
}

/** A completion with this query. */
export function asks(query: unknown): Reply {
  return says(JSON.stringify({ query }));
}
