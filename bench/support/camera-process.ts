/**
 * Cameras in a process of their own: `camera-process.ts JSON`, with how many of each kind. Prints their addresses as one
 * JSON line and serves until it is ended. Run by `held-cameras.ts`.
 */

import { existsSync, writeFileSync } from 'node:fs';
import sharp from 'sharp';
import { mjpeg, startHttpCamera } from '../../test/support/http-camera.ts';
import { keyframesOf } from '../../test/support/keyframes.ts';
import { BareDecoder } from './bare-sample.ts';
import { startBenchCameras } from './bench-cameras.ts';
import { benchClip, CLIP } from './clip.ts';

const { h264, jpeg, jpegPeriodMs } = JSON.parse(process.argv[2] ?? '') as {
  readonly h264: number;
  readonly jpeg: number;
  /** Time between two pictures of an MJPEG camera. */
  readonly jpegPeriodMs: number;
};

/** Different pictures of the clip: more would only take memory. */
const JPEGS = 5;

// Linux weighs sessions against each other before it looks at niceness (sched(7), autogroup), and this one is a session.
const AUTOGROUP = '/proc/self/autogroup';
if (existsSync(AUTOGROUP)) writeFileSync(AUTOGROUP, '10');

const rtsp = await startBenchCameras(h264);
const pictures = await jpegs();
const paths = Array.from({ length: jpeg }, (_, index) => `/camera-${index}`);
const http = await startHttpCamera(
  Object.fromEntries(paths.map((path) => [path, mjpeg(pictures, undefined, jpegPeriodMs)])),
);
console.log(JSON.stringify({ h264: rtsp.urls, jpeg: paths.map((path) => http.url(path)) }));

/** 1080p pictures of the clip as an MJPEG camera sends them. */
async function jpegs(): Promise<Uint8Array[]> {
  const { path } = benchClip();
  if (path === null) throw new Error('no clip');
  const decoder = new BareDecoder(CLIP.width, CLIP.height);
  const raw = { width: CLIP.width, height: CLIP.height, channels: 3 } as const;
  const encoded: Uint8Array[] = [];
  for (const frame of (await keyframesOf(path, 0)).slice(0, JPEGS)) {
    decoder.decode(frame.data);
    encoded.push(await sharp(decoder.scale(), { raw }).jpeg({ quality: 80 }).toBuffer());
  }
  return encoded;
}
