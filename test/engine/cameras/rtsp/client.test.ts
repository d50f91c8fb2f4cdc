import { expect, it, onTestFinished } from 'vitest';
import { RtspClient } from '../../../../engine/cameras/rtsp/client.ts';
import { camera, ok, type WrittenCamera } from './written-camera.ts';

function clientOf({ url }: WrittenCamera): RtspClient {
  const client = new RtspClient(new URL(url), () => undefined);
  onTestFinished(() => client.close());
  return client;
}

const asking = (nonce: number, more = '') =>
  `RTSP/1.0 401 Unauthorized\r\nCSeq: ?\r\nWWW-Authenticate: Digest realm="Login to 7", nonce="${nonce}"${more}\r\n\r\n`;
const nonceIn = (request: string) => Number(/nonce="(\d+)"/.exec(request)?.[1] ?? -1);
const LOGIN = 'us%40er:p%3Aa%2Fs%25s@';

it('a login over RTSP is given again where the camera has another nonce for each request, stale or not', async () => {
  let nonce = 1;
  const once = (request: string) => {
    if (nonceIn(request) !== nonce) return asking(nonce);
    nonce += 1;
    return ok();
  };
  const hall = await camera({ OPTIONS: once, DESCRIBE: once, SETUP: once }, LOGIN);
  const client = clientOf(hall);
  for (const method of ['OPTIONS', 'DESCRIBE', 'SETUP', 'OPTIONS']) {
    expect((await client.ask(method, client.uri))?.status).toBe(200);
  }
  expect(hall.asked).toHaveLength(8);
});

it.each([
  ['once to a camera that refuses it with another nonce each time', '', 2],
  ['four times at most where every nonce is called stale', ', stale=TRUE', 4],
])('a login over RTSP is given %s', async (_, more, times) => {
  let nonce = 0;
  const next = () => {
    nonce += 1;
    return asking(nonce, more);
  };
  const hall = await camera({ OPTIONS: next }, LOGIN);
  const client = clientOf(hall);
  expect((await client.ask('OPTIONS', client.uri))?.status).toBe(401);
  expect(hall.asked).toHaveLength(times);
});
