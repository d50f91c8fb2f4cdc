/** Calls of the owner API by the script of a camera: an answer, or why there is none in words for people. */

export interface Answered<T> {
  readonly value: T | null;
  /** Null where the call went well. */
  readonly refused: string | null;
  readonly status: number;
}

const LOST = 'The server does not answer. Is it running?';

export async function call<T>(path: string, init: RequestInit = {}): Promise<Answered<T>> {
  try {
    const answer = await fetch(`/operator/v1${path}`, { ...init, cache: 'no-store' });
    const text = await answer.text();
    const body: unknown = text === '' ? null : JSON.parse(text);
    const { status } = answer;
    if (answer.ok) return { value: body as T, refused: null, status };
    return { value: null, refused: wordsOf(body), status };
  } catch (error) {
    const refused = error instanceof SyntaxError ? String(error) : LOST;
    return { value: null, refused, status: 0 };
  }
}

function wordsOf(body: unknown): string {
  const detail: unknown = (body as { detail?: unknown } | null)?.detail;
  return typeof detail === 'string' ? detail : 'The server refused it.';
}
