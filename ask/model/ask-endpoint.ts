/**
 * One question to an OpenAI-compatible endpoint, and its text. Bounded: a wait for all of it that the file sets, 256 kB of an answer,
 * no redirect, since the key would travel along. The owner's address, key and question are in no error.
 */

import { Type } from 'typebox';
import { Value } from 'typebox/value';
import type { AskModelConfig } from '../../config/config.ts';
import { unsetVariables } from '../../config/environment.ts';
import { bytesWithin, parsedJson } from '../../runtime/wire.ts';

/** Why there is no text. */
export type EndpointFailure =
  | 'timeout'
  | 'unreachable'
  | 'redirect'
  | 'too_large'
  | 'not_json'
  | 'no_text'
  | 'key_not_set'
  | `status_${number}`;

export type EndpointAnswer =
  | { readonly ok: true; readonly text: string }
  | { readonly ok: false; readonly reason: EndpointFailure };

export interface Message {
  readonly role: 'system' | 'user' | 'assistant';
  readonly content: string;
}

/** Longest answer. Chosen here: a query has some hundred bytes, and what is around it a few thousand. */
const MAX_BYTES = 262_144;

/** Never rejects. @param schema JSON Schema that the answer should keep to */
export async function askEndpoint(
  model: AskModelConfig,
  messages: readonly Message[],
  schema: object,
): Promise<EndpointAnswer> {
  const { url, apiKey } = model;
  if (unsetVariables(url).length > 0 || unsetVariables(apiKey ?? '').length > 0) {
    return failed('key_not_set');
  }
  const signal = AbortSignal.timeout(model.timeoutMs);
  const bare = { model: model.name, messages, stream: false };
  const response_format = {
    type: 'json_schema',
    json_schema: { name: 'query', schema, strict: false },
  };
  try {
    const answer = await post(model, { ...bare, temperature: 0, response_format }, signal);
    // Some endpoints know no schemas, and some models no temperature: what comes is checked either way.
    const isRefused =
      !answer.ok && (answer.reason === 'status_400' || answer.reason === 'status_422');
    return isRefused ? await post(model, bare, signal) : answer;
  } catch {
    return failed(signal.aborted ? 'timeout' : 'unreachable');
  }
}

function failed(reason: EndpointFailure): EndpointAnswer {
  return { ok: false, reason };
}

/** Rejects where the network does, and when `signal` aborts. */
async function post({ url, apiKey }: AskModelConfig, body: object, signal: AbortSignal) {
  const { address, login } = addressOf(url);
  const authorization = apiKey === null ? login : `Bearer ${apiKey}`;
  const response = await fetch(address, {
    method: 'POST',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'user-agent': 'turnout',
      ...(authorization === null ? {} : { authorization }),
    },
    body: JSON.stringify(body),
    redirect: 'manual',
    signal,
  });
  const { status } = response;
  if (status !== 200) {
    await response.body?.cancel();
    return failed(status >= 300 && status < 400 ? 'redirect' : `status_${status}`);
  }
  // The limit is of the unpacked text.
  const text = await bytesWithin(response.body, MAX_BYTES);
  return text === null ? failed('too_large') : completionIn(text.toString());
}

/** The login of an address is a header's: fetch takes none in an address. */
function addressOf(base: string): { readonly address: URL; readonly login: string | null } {
  const address = new URL(base);
  const { username, password } = address;
  address.username = '';
  address.password = '';
  const path = address.pathname.replace(/\/+$/, '');
  address.pathname = path.endsWith('/chat/completions') ? path : `${path}/chat/completions`;
  const plain = `${decodeURIComponent(username)}:${decodeURIComponent(password)}`;
  const login = username === '' ? null : `Basic ${Buffer.from(plain).toString('base64')}`;
  return { address, login };
}

const COMPLETION = Type.Object({
  choices: Type.Array(
    Type.Object({ message: Type.Object({ content: Type.String({ pattern: '\\S' }) }) }),
    { minItems: 1 },
  ),
});

function completionIn(text: string): EndpointAnswer {
  const document = parsedJson(text);
  if (document === null) return failed('not_json');
  if (!Value.Check(COMPLETION, document)) return failed('no_text');
  return { ok: true, text: document.choices[0]?.message.content ?? '' };
}
