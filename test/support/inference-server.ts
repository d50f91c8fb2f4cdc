/** An inference server on loopback that speaks the Open Inference Protocol. Its one model takes light for people. */

import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening, stopped } from './loopback.ts';

export async function startInferenceServer() {
  const server = createServer(async (request, response) => {
    request.setEncoding('latin1');
    const body = Buffer.from(await text(request), 'latin1');
    const isInfer = request.method === 'POST' && request.url === '/v2/models/people/infer';
    const length = Number(request.headers['inference-header-content-length']);
    if (!isInfer || !(length > 0)) {
      response.writeHead(404).end('{"error":"no such model"}');
      return;
    }
    const [{ shape }] = JSON.parse(body.subarray(0, length).toString()).inputs;
    const outputs = look(body.subarray(length), shape);
    const answer = JSON.stringify({ model_name: 'people', outputs });
    response.writeHead(200, { 'content-type': 'application/json' }).end(answer);
  });
  return { url: `http://127.0.0.1:${await listening(server)}`, stop: () => stopped(server) };
}

/** A box of full height around each run of columns that have something light, in bytes of rgb. */
function look(pixels: Uint8Array, [, height = 0, width = 0]: readonly number[]): readonly object[] {
  const isLight = (column: number) =>
    Array.from({ length: height }).some(
      (_, row) => (pixels[(row * width + column) * 3] ?? 0) > 128,
    );
  const columns = Array.from({ length: width }, (_, column) => (isLight(column) ? '#' : ' '));
  const runs = [...columns.join('').matchAll(/#{4,}/g)];
  const boxes = runs.map(({ index, 0: { length } }) => [index, 0, index + length, height]);
  const scores = boxes.map(() => 0.9);
  return [
    { name: 'boxes', datatype: 'FP32', shape: [boxes.length, 4], data: boxes.flat() },
    { name: 'scores', datatype: 'FP32', shape: [boxes.length], data: scores },
  ];
}
