/** Fetches a file. */

import { writeFile } from 'node:fs/promises';
import { messageOf, TurnoutError } from '../../errors.ts';
import { isDiskFault } from './installed.ts';

export interface DownloadOptions {
  /** Name for messages; the address itself is public and may be shown. */
  readonly where: string;
  /** What to do where it fails. */
  readonly hint: string;
  /** Hears how far it has come; the length of the whole file is null where the server does not say. */
  readonly onProgress?: (progress: { receivedBytes: number; totalBytes: number | null }) => void;
  readonly signal?: AbortSignal;
  /** For tests; the one of Node otherwise. */
  readonly fetch?: typeof globalThis.fetch;
  /** Longest wait for an answer and for each further piece, ms; 30 s unless told. */
  readonly idleTimeoutMs?: number;
}

/** Most bytes of a model: 1 GiB. Chosen here, ten times the largest listed one; a server may say anything. */
const MAX_BYTES = 1024 ** 3;

/** Throws `model_download_failed`, the reason of `signal`, and what the disk says; then a part may lie in `file`. */
export async function download(
  address: string,
  file: string,
  options: DownloadOptions,
): Promise<void> {
  const { where, hint, signal, idleTimeoutMs = 30_000, fetch = globalThis.fetch } = options;
  const idle = new AbortController();
  const timer = setTimeout(() => idle.abort(), idleTimeoutMs);
  try {
    const response = await fetch(address, {
      signal: AbortSignal.any([idle.signal, ...(signal === undefined ? [] : [signal])]),
      // A packed body would be counted otherwise than the file.
      headers: { 'accept-encoding': 'identity' },
    });
    if (address.startsWith('https:') && !response.url.startsWith('https:')) {
      throw new Error('a redirect away from https');
    }
    if (response.status !== 200) throw new Error(`HTTP status ${response.status}`);
    await writeFile(file, piecesOf(response, timer, options), { flush: true });
  } catch (error) {
    signal?.throwIfAborted();
    if (isDiskFault(error)) throw error;
    const cause = Reflect.get(Object(error), 'cause');
    const why = cause instanceof Error ? ` (${cause.message})` : '';
    const isIdle = idle.signal.aborted;
    const got = isIdle ? `nothing for ${idleTimeoutMs / 1000} s` : `${messageOf(error)}${why}`;
    const parts = { where, expected: `the file at ${address}`, got, hint };
    throw new TurnoutError('model_download_failed', parts, { cause: error });
  } finally {
    clearTimeout(timer);
  }
}

/** The pieces as they come; each begins the wait for the next. */
async function* piecesOf(
  { headers, body }: Response,
  timer: NodeJS.Timeout,
  { onProgress }: DownloadOptions,
): AsyncGenerator<Uint8Array> {
  const length = headers.get('content-length');
  const totalBytes = length === null ? null : Number(length);
  let receivedBytes = 0;
  onProgress?.({ receivedBytes, totalBytes });
  for await (const piece of body ?? []) {
    timer.refresh();
    receivedBytes += piece.byteLength;
    if (receivedBytes > MAX_BYTES) throw new Error(`more than ${MAX_BYTES} bytes`);
    onProgress?.({ receivedBytes, totalBytes });
    yield piece;
  }
  if (totalBytes !== null && receivedBytes !== totalBytes) {
    throw new Error(`${receivedBytes} of ${totalBytes} bytes`);
  }
}
