/** Calls of the owner API by the pages: an answer, or why there is none in words for people. */

export interface Answered<T> {
  readonly value: T | null;
  /** Null where the call went well. */
  readonly refused: string | null;
  readonly status: number;
  /** Where the key is to be shown again first, with the way back; left out where it need not be. */
  readonly signIn?: string;
}

const LOST = 'The server does not answer. Is it running?';

export async function call<T>(path: string, init: RequestInit = {}): Promise<Answered<T>> {
  try {
    const answer = await fetch(`/operator/v1${path}`, { ...init, cache: 'no-store' });
    const text = await answer.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const { status } = answer;
    if (answer.ok) return { value: body as T, refused: null, status };
    return { value: null, refused: wordsOf(body), status, ...signInOf(body) };
  } catch (error) {
    // Leaving the page ends its calls.
    if (init.signal?.aborted === true) return { value: null, refused: null, status: 0 };
    const refused = error instanceof SyntaxError ? String(error) : LOST;
    return { value: null, refused, status: 0 };
  }
}

/** Sends JSON. @param revision of the configuration that is changed: another one is refused; `*` for any. */
export function send<T>(
  method: 'PUT' | 'POST' | 'PATCH' | 'DELETE',
  path: string,
  body: unknown,
  revision: string | null,
): Promise<Answered<T>> {
  return call<T>(path, {
    method,
    headers: {
      'Content-Type': 'application/json',
      ...(revision !== null && { 'If-Match': revision === '*' ? '*' : `"${revision}"` }),
    },
    body: JSON.stringify(body),
  });
}

function wordsOf(body: unknown): string {
  const detail: unknown = (body as { detail?: unknown } | null)?.detail;
  return typeof detail === 'string' ? detail : 'The server refused it.';
}

function signInOf(body: unknown): Pick<Answered<unknown>, 'signIn'> {
  const page: unknown = (body as { sign_in?: unknown } | null)?.sign_in;
  if (typeof page !== 'string') return {};
  return { signIn: `${page}?next=${encodeURIComponent(location.pathname + location.search)}` };
}
