/**
 * Fetches a file in one or many goes. What has arrived lies in `FILE.part`; next to it `FILE.part.json` says of which
 * published version it is a part, so that going on later can never join two versions.
 *
 *   fresh ──▶ GET ──────────────────────▶ 200, from the start
 *   part  ──▶ GET, Range, If-Range ──┬──▶ 206, the rest is added
 *                                    └──▶ 200: another version is there now, from the start
 */

import { type FileHandle, open, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { messageOf, TurnoutError } from '../../errors.ts';
import { isDiskFault } from './installed.ts';

/** How far a download has come. */
export interface DownloadProgress {
  readonly receivedBytes: number;
  /** Length of the whole file; null where the server does not say. */
  readonly totalBytes: number | null;
}

export interface DownloadOptions {
  /** Name for messages; the address itself is public and may be shown. */
  readonly where: string;
  readonly address: string;
  /** Where the bytes are collected. */
  readonly partFile: string;
  readonly onProgress: (progress: DownloadProgress) => void;
  readonly signal: AbortSignal;
  readonly fetch: typeof globalThis.fetch;
  /** Longest wait for an answer and for each further piece, ms. */
  readonly idleTimeoutMs: number;
}

/** Most bytes of a model: 1 GiB. Chosen here, ten times the largest listed one; a server may say anything. */
const MAX_BYTES = 1024 ** 3;
/** How often a broken transfer is taken up again within one call, as long as each go brings something. */
const MAX_GOES = 5;

/**
 * Collects the whole file in `partFile`. Throws `model_download_failed`, leaving the part for the next call, and the
 * reason of `signal` when it aborts.
 */
export async function download(options: DownloadOptions): Promise<void> {
  for (let go = 1; ; go += 1) {
    const before = await sizeOf(options.partFile);
    try {
      await transfer(options);
      return;
    } catch (error) {
      options.signal.throwIfAborted();
      const hasGrown = (await sizeOf(options.partFile)) > before;
      if (error instanceof Refusal || !hasGrown || go === MAX_GOES) {
        throw await failure(options, error);
      }
    }
  }
}

/** Removes what a download has collected. */
export async function discardPart(partFile: string): Promise<void> {
  await rm(partFile, { force: true });
  await rm(noteFile(partFile), { force: true });
}

/** An answer that asking again will not better. */
class Refusal extends Error {}

async function transfer(options: DownloadOptions): Promise<void> {
  const idle = new AbortController();
  const signal = AbortSignal.any([options.signal, idle.signal]);
  const waitAgain = () => setTimeout(() => idle.abort(), options.idleTimeoutMs);
  let timer = waitAgain();
  try {
    const startByte = await resumableBytes(options);
    const response = await options.fetch(options.address, {
      signal,
      headers: await headersOf(options, startByte),
    });
    const plan = await planOf(options, response, startByte);
    if (plan === null) return;
    const file = await open(options.partFile, plan.startByte === 0 ? 'w' : 'a');
    try {
      await receive(options, { response, file, ...plan }, () => {
        clearTimeout(timer);
        timer = waitAgain();
      });
    } finally {
      await file.close();
    }
  } catch (error) {
    if (idle.signal.aborted) {
      throw new Error(`nothing for ${options.idleTimeoutMs / 1000} s`, { cause: error });
    }
    throw error;
  } finally {
    clearTimeout(timer);
  }
}

interface Plan {
  readonly startByte: number;
  readonly totalBytes: number | null;
}

/** From which byte on the answer is to be written, or null where nothing is left to fetch. */
async function planOf(
  options: DownloadOptions,
  response: Response,
  startByte: number,
): Promise<Plan | null> {
  if (options.address.startsWith('https:') && !response.url.startsWith('https:')) {
    throw new Refusal('a redirect away from https');
  }
  const range = /^bytes (\d+)-\d+\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
  if (response.status === 206 && Number(range?.[1]) === startByte) {
    return { startByte, totalBytes: within(Number(range?.[2])) };
  }
  if (response.status === 416) {
    const whole = /^bytes \*\/(\d+)$/.exec(response.headers.get('content-range') ?? '');
    if (Number(whole?.[1]) === startByte) return null;
    await discardPart(options.partFile);
    throw new Error('a part that does not fit the file any more');
  }
  if (response.status !== 200) throw new Refusal(`HTTP status ${response.status}`);
  const length = response.headers.get('content-length');
  const totalBytes = length === null ? null : within(Number(length));
  await writeFile(noteFile(options.partFile), JSON.stringify(noteOf(options, response)));
  return { startByte: 0, totalBytes };
}

interface Transfer extends Plan {
  readonly response: Response;
  readonly file: FileHandle;
}

async function receive(
  options: DownloadOptions,
  { response, file, startByte, totalBytes }: Transfer,
  onPiece: () => void,
): Promise<void> {
  let receivedBytes = startByte;
  options.onProgress({ receivedBytes, totalBytes });
  for await (const piece of response.body ?? []) {
    onPiece();
    receivedBytes = within(receivedBytes + piece.byteLength);
    await file.write(piece);
    options.onProgress({ receivedBytes, totalBytes });
  }
  await file.sync();
  if (totalBytes !== null && receivedBytes !== totalBytes) {
    throw new Error(`${receivedBytes} of ${totalBytes} bytes`);
  }
}

function within(bytes: number): number {
  if (bytes > MAX_BYTES) throw new Refusal(`more than ${MAX_BYTES} bytes`);
  return bytes;
}

/** Which published version a part belongs to: only a strong validator can tell (RFC 9110, 13.1.5). */
interface PartNote {
  readonly address: string;
  readonly etag: string | null;
}

function noteOf({ address }: DownloadOptions, response: Response): PartNote {
  const etag = response.headers.get('etag');
  return { address, etag: etag?.startsWith('"') ? etag : null };
}

async function resumableBytes(options: DownloadOptions): Promise<number> {
  const note = await readNote(options.partFile);
  const isSame = note?.address === options.address && note.etag !== null;
  return isSame ? sizeOf(options.partFile) : 0;
}

async function headersOf(
  options: DownloadOptions,
  startByte: number,
): Promise<Record<string, string>> {
  // A packed body would be counted and cut at other places than the file.
  const plain = { 'accept-encoding': 'identity' };
  if (startByte === 0) return plain;
  const note = await readNote(options.partFile);
  return { ...plain, range: `bytes=${startByte}-`, 'if-range': note?.etag ?? '' };
}

async function readNote(partFile: string): Promise<PartNote | null> {
  try {
    const note: unknown = JSON.parse(await readFile(noteFile(partFile), 'utf8'));
    const [address, etag]: unknown[] = ['address', 'etag'].map((key) =>
      Reflect.get(Object(note), key),
    );
    return typeof address === 'string' && typeof etag === 'string' ? { address, etag } : null;
  } catch (error) {
    // No note, or one that was cut off: the part is then of no use, and the download starts from the beginning.
    if (error instanceof SyntaxError || Reflect.get(Object(error), 'code') === 'ENOENT')
      return null;
    throw error;
  }
}

function noteFile(partFile: string): string {
  return `${partFile}.json`;
}

async function sizeOf(file: string): Promise<number> {
  const stats = await stat(file).catch((error: unknown) => {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return null;
    throw error;
  });
  return stats?.size ?? 0;
}

async function failure(options: DownloadOptions, error: unknown): Promise<unknown> {
  if (isDiskFault(error)) return error;
  const keptBytes = await sizeOf(options.partFile);
  const cause = Reflect.get(Object(error), 'cause');
  return new TurnoutError(
    'model_download_failed',
    {
      where: options.where,
      expected: `the file at ${options.address}`,
      got: cause instanceof Error ? `${messageOf(error)} (${cause.message})` : messageOf(error),
      hint:
        keptBytes > 0
          ? `run the command again to go on from ${keptBytes} bytes`
          : 'check the connection, or fetch the file elsewhere and give it with --from FILE',
    },
    { cause: error },
  );
}
