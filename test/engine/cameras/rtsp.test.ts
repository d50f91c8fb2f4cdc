/** Attempts that come to nothing: what they are called, and that nothing of them is left. */

import { readdirSync } from 'node:fs';
import { setImmediate } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { readRtspByLibav } from '../../../engine/cameras/libav/stream.ts';
import { readRtsp } from '../../../engine/cameras/rtsp/rtsp.ts';
import {
  type FrameSource,
  frameSource,
  type SourceOptions,
  type StreamInfo,
} from '../../../engine/cameras/source.ts';
import { Reach } from '../../../runtime/reach.ts';
import { openingFault as faultOf, sourceOptions } from '../../support/opened-source.ts';
import { type Answers, camera, ok, PLAYS, type WrittenCamera } from './rtsp/written-camera.ts';

const ATTEMPTS = 12;
const NO_TRACK = 'v=0\r\no=- 0 0 IN IP4 127.0.0.1\r\ns=x\r\nt=0 0\r\n';
const described = (sdp: string): Answers => ({
  ...PLAYS,
  DESCRIBE: () => ok('Content-Type: application/sdp\r\n', sdp),
  PLAY: () => ok('Session: 77\r\n'),
});

const READERS: readonly [string, (options: SourceOptions) => FrameSource][] = [
  ['a camera', (options) => frameSource(readRtsp, options)],
  ['libav', (options) => frameSource(readRtspByLibav, options)],
];

async function hungUp({ sockets }: WrittenCamera): Promise<void> {
  while (sockets.some((socket) => !socket.destroyed)) await setImmediate();
}

describe.each(READERS)('the address of %s', (_, create) => {
  it.each([
    ['no track', NO_TRACK],
    ['garbage', Buffer.from(Array.from({ length: 3_000 }, (_, i) => (i * 7) % 127)).toString()],
    ['sound alone', `${NO_TRACK}m=audio 0 RTP/AVP 8\r\na=control:t\r\n`],
  ])('that describes %s leaves no connection behind', async (_kind, sdp) => {
    const hall = await camera(described(sdp));
    const attempt = async () => await faultOf(create(sourceOptions({ url: hall.url })));
    await attempt();
    await hungUp(hall);
    const before = readdirSync('/proc/self/fd').length;
    for (let i = 0; i < ATTEMPTS; i += 1) {
      expect((await attempt()).code).toBe('camera_no_video_track');
    }
    await hungUp(hall);
    expect(readdirSync('/proc/self/fd').length).toBe(before);
  });
});

it('a camera over RTSP leads to no address that must not be reached, by its name or by a redirect', async () => {
  const moved = () => 'RTSP/1.0 302 Moved\r\nCSeq: ?\r\nLocation: rtsp://127.0.0.2:9/hall\r\n\r\n';
  const hall = await camera({ ...PLAYS, DESCRIBE: moved });
  const url = hall.url.replace('127.0.0.1', 'localhost');
  for (const transport of ['tcp', 'udp'] as const) {
    const away = sourceOptions({ transport, url, reach: new Reach(false) });
    expect((await faultOf(frameSource(readRtsp, away))).code).toBe('address_refused');
  }
  expect(hall.sockets).toHaveLength(0);
  const here = sourceOptions({ url, reach: new Reach(true) });
  const fault = await faultOf(frameSource(readRtsp, here));
  expect([fault.code, fault.parts.got]).toEqual(['camera_refused', 'a redirect']);
  expect(hall.sockets).toHaveLength(1);
});

it('a camera over RTSP that leads libav to another host is not read there', async () => {
  const other = await camera(PLAYS);
  const to = other.url.replace('127.0.0.1', 'localhost');
  const moved = () => `RTSP/1.0 302 Moved\r\nCSeq: ?\r\nLocation: ${to}\r\n\r\n`;
  const { url } = await camera({ ...PLAYS, DESCRIBE: moved });
  const options = sourceOptions({ url, reach: new Reach(true) });
  const fault = await faultOf(frameSource(readRtspByLibav, options));
  expect([fault.code, fault.parts.got]).toEqual(['camera_refused', 'a redirect']);
  await hungUp(other);
});

it('a camera over RTSP whose description is of 20 MB is asked for no more of it', async () => {
  let sent = 0;
  const hall = await camera({
    ...PLAYS,
    DESCRIBE: (request, socket) => {
      const sequence = /CSeq: (\d+)/.exec(request)?.[1];
      socket.write(`RTSP/1.0 200 OK\r\nCSeq: ${sequence}\r\nContent-Length: 20000000\r\n\r\n`);
      const more = () => {
        sent += 100_000;
        if (!socket.destroyed && sent < 20_000_000) socket.write(Buffer.alloc(100_000, 97), more);
      };
      more();
      return null;
    },
  });
  const fault = await faultOf(frameSource(readRtsp, sourceOptions({ url: hall.url })));
  expect(fault.message).toContain('within a megabyte');
  await hungUp(hall);
  expect(hall.sockets).toHaveLength(1);
  expect(sent).toBeLessThan(20_000_000);
});

it.each([
  ['udp', 'UDP', 'transport: tcp'],
  ['tcp', 'TCP', 'transport: udp'],
] as const)('a camera that does not send over %s is said to', async (transport, name, hint) => {
  const SETUP = () => 'RTSP/1.0 461 Unsupported Transport\r\nCSeq: ?\r\n\r\n';
  const { url } = await camera({ ...PLAYS, SETUP });
  const fault = await faultOf(frameSource(readRtsp, sourceOptions({ transport, url })));
  expect(fault.code).toBe('camera_transport_refused');
  expect(fault.message).toContain(`a camera that sends over ${name}, got one that does not`);
  expect(fault.message).toContain(hint);
});

it('the reader of a camera is libav only for a reason, which is told', async () => {
  const hall = await camera(described(`${NO_TRACK}m=video 0 RTP/AVP 26\r\na=control:t\r\n`));
  const told: (string | undefined)[] = [];
  for (const url of [hall.url, (await camera(PLAYS)).url]) {
    const stopping = new AbortController();
    const opened = ({ whyLibav }: StreamInfo) => {
      told.push(whyLibav);
      stopping.abort();
    };
    const source = frameSource(readRtsp, sourceOptions({ url }));
    await source.run(stopping.signal, () => undefined, opened);
  }
  expect(told).toEqual(['it offers neither H.264 nor H.265', undefined]);
});
