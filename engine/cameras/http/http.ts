/**
 * An HTTP camera as a frame source: JPEG or PNG pictures that are asked for one by one (snapshots), or a stream of JPEG
 * pictures (MJPEG), which libav reads. Which of them it is, the Content-Type of the first answer says.
 */

import { once } from 'node:events';
import type { IncomingMessage } from 'node:http';
import { requireFfmpeg } from '../../ffmpeg.ts';
import { type Reading, readPictures, readUntil } from '../source.ts';
import { cameraUrl, sourceFault } from '../source-fault.ts';
import { isStill, MAX_PICTURE_BYTES, tooLarge } from '../still.ts';
import { bodyOf, HttpClient, networkFault } from './client.ts';

/** A camera is asked no more often than this, ms, whatever is wanted. Chosen here: its encoder serves people, too. */
const MIN_PERIOD_MS = 100;

/** Reads an `http:` or `https:` URL, credentials percent-encoded within. */
export async function readHttp(reading: Reading): Promise<void> {
  const { url, reach, signal } = reading;
  const client = new HttpClient(cameraUrl(url, 'http'), reach);
  let isStream = false;
  let first: Answer = null;
  const fetch = async () => {
    const picture = first ?? (await ask(client, signal));
    first = null;
    if (picture === null) throw sourceFault('camera_ended');
    return picture;
  };
  const read = async () => {
    first = await ask(client, signal);
    if (first !== null) await readPictures(reading, fetch, MIN_PERIOD_MS);
    else isStream = true;
  };
  await readUntil(signal, read, () => client.close());
  if (!isStream || signal.aborted) return;
  requireFfmpeg();
  const { readMjpeg } = await import('../libav/stream.ts');
  const { url: reached, authorization } = client.handOver();
  await readMjpeg({ ...reading, url: reached }, authorization);
}

/** A picture; null where this address streams. */
type Answer = Uint8Array<ArrayBuffer> | null;

async function ask(client: HttpClient, signal: AbortSignal): Promise<Answer> {
  const response = await client.get(signal);
  const type = typeOf(response);
  if (type?.startsWith('multipart/')) {
    // A camera may serve one viewer at a time: this one has left before the next comes.
    response.destroy();
    if (!response.closed) await once(response, 'close');
    return null;
  }
  // Before the body is read: a web page or a film is not. Some cameras declare no type, or that of a download.
  if (type !== null && !type.startsWith('image/') && type !== 'application/octet-stream') {
    response.destroy();
    throw sourceFault('camera_not_video', {
      got: type,
      hint: 'over HTTP, give the address of an MJPEG stream or of a JPEG snapshot',
    });
  }
  return readPicture(response, signal);
}

/** In lower case, without parameters; null where none is declared. */
function typeOf({ headers }: IncomingMessage): string | null {
  const [type = null] = /^[\w.+-]+\/[\w.+-]+/.exec(headers['content-type']?.trim() ?? '') ?? [];
  return type === null ? null : type.toLowerCase();
}

async function readPicture(
  response: IncomingMessage,
  signal: AbortSignal,
): Promise<Uint8Array<ArrayBuffer>> {
  const body = await bodyOf(response, MAX_PICTURE_BYTES).catch((error: unknown) => {
    throw signal.aborted ? error : networkFault('ECONNRESET');
  });
  if (body === null) throw tooLarge();
  const picture = new Uint8Array(body);
  if (!isStill(picture)) {
    throw sourceFault('camera_not_video', { got: 'an answer that is no JPEG or PNG picture' });
  }
  return picture;
}
