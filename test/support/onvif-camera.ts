/**
 * A camera that speaks ONVIF, on loopback, for tests: it answers the question of WS-Discovery, and the four calls, with a
 * login that it checks by its own clock. Its streams may be those of a real RTSP server.
 */

import { createHash } from 'node:crypto';
import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { listening, stopped } from './loopback.ts';

export interface FakeStream {
  readonly token: string;
  readonly codec: 'H264' | 'H265';
  readonly width: number;
  readonly height: number;
  readonly fps: number;
  readonly govFrames: number;
  /** As the camera announces it, with whatever host. */
  readonly url: string;
}

export interface OnvifCameraOptions {
  readonly name: string;
  readonly streams: readonly FakeStream[];
  readonly login?: { readonly user: string; readonly password: string };
  /** How far its clock is ahead, ms. */
  readonly clockAheadMs?: number;
  /** Whether it has the second media service, and whether it knows GetServices. */
  readonly hasMedia2?: boolean;
  readonly isOld?: boolean;
  /** Whether it wants the digest of HTTP, and not only that of the message. */
  readonly wantsHttpDigest?: boolean;
  /** What it announces as its address, in place of the true one. */
  readonly announces?: string;
}

export type OnvifCamera = Awaited<ReturnType<typeof startOnvifCamera>>;

const GROUP = '239.255.255.250';
/** A clock further off is refused, as by real cameras. */
const ALLOWED_MS = 10_000;

export async function startOnvifCamera(options: OnvifCameraOptions) {
  const asked: string[] = [];
  const received: string[] = [];
  const server = createServer(async (request, response) => {
    const body = await text(request);
    received.push(JSON.stringify(request.headers), body);
    const call = /<s:Body[^>]*>\s*<(\w+)/.exec(body)?.[1] ?? '';
    asked.push(call);
    const origin = `http://${request.headers.host}`;
    const answered = answer(call, { ...options, origin, text: body });
    const wantsDigest =
      options.wantsHttpDigest && call !== 'GetSystemDateAndTime' && !request.headers.authorization;
    if (wantsDigest || (answered.status === 401 && options.wantsHttpDigest)) {
      const challenge = 'Digest realm="fake", nonce="n1", qop="auth"';
      response.writeHead(401, { 'www-authenticate': challenge }).end();
      return;
    }
    response
      .writeHead(answered.status, { 'content-type': 'application/soap+xml' })
      .end(answered.body);
  });
  const service = new URL(`http://127.0.0.1:${await listening(server)}/onvif/device_service`);

  const udp = createSocket({ type: 'udp4', reuseAddr: true });
  udp.on('message', (bytes, from) => {
    const text = bytes.toString('utf8');
    received.push(text);
    const id = /MessageID>([^<]*)</.exec(text)?.[1] ?? '';
    const scopes = `onvif://www.onvif.org/type/video onvif://www.onvif.org/name/${encodeURIComponent(options.name)}`;
    const match = probeMatch(id, options.announces ?? service.href, scopes);
    udp.send(match, from.port, from.address);
  });
  udp.bind(0);
  await once(udp, 'listening');
  udp.addMembership(GROUP, '127.0.0.1');
  return {
    /** Address of its device service. */
    service,
    /** Port of its WS-Discovery. */
    discoveryPort: udp.address().port,
    /** Bodies that were asked, in order. */
    asked,
    /** All that was sent to it, over HTTP and UDP. */
    received,
    stop: () => {
      udp.close();
      return stopped(server);
    },
  };
}

function probeMatch(id: string, xaddrs: string, scopes: string): string {
  return envelope(
    `<d:ProbeMatches xmlns:d="http://schemas.xmlsoap.org/ws/2005/04/discovery"><d:ProbeMatch><d:Scopes>${scopes}</d:Scopes><d:XAddrs>${xaddrs}</d:XAddrs></d:ProbeMatch></d:ProbeMatches>`,
    `<a:RelatesTo xmlns:a="http://schemas.xmlsoap.org/ws/2004/08/addressing">${id}</a:RelatesTo>`,
  );
}

/** What is within the response of each call; null where it is none for this camera. */
const RESPONSES: Readonly<Record<string, (asked: Asked) => string | null>> = {
  GetSystemDateAndTime: ({ clockAheadMs = 0 }) => {
    const now = new Date(Date.now() + clockAheadMs);
    const time = `<tt:Time><tt:Hour>${now.getUTCHours()}</tt:Hour><tt:Minute>${now.getUTCMinutes()}</tt:Minute><tt:Second>${now.getUTCSeconds()}</tt:Second></tt:Time>`;
    const date = `<tt:Date><tt:Year>${now.getUTCFullYear()}</tt:Year><tt:Month>${now.getUTCMonth() + 1}</tt:Month><tt:Day>${now.getUTCDate()}</tt:Day></tt:Date>`;
    return `<t:SystemDateAndTime><tt:UTCDateTime>${time}${date}</tt:UTCDateTime></t:SystemDateAndTime>`;
  },
  GetServices: ({ origin, hasMedia2 = false, isOld = false }) => {
    const services = [
      ['http://www.onvif.org/ver10/device/wsdl', '/onvif/device_service'],
      ['http://www.onvif.org/ver10/media/wsdl', '/onvif/media'],
      ...(hasMedia2 ? [['http://www.onvif.org/ver20/media/wsdl', '/onvif/media2']] : []),
    ].map(
      ([name, path]) =>
        `<t:Service><t:Namespace>${name}</t:Namespace><t:XAddr>${origin}${path}</t:XAddr></t:Service>`,
    );
    return isOld ? null : services.join('');
  },
  GetCapabilities: ({ origin }) =>
    `<t:Capabilities><tt:Media><tt:XAddr>${origin}/onvif/media</tt:XAddr></tt:Media></t:Capabilities>`,
  GetProfiles: ({ streams, text }) =>
    streams.map((stream) => (isMedia2(text) ? profile2(stream) : profile(stream))).join(''),
  GetStreamUri: ({ streams, text }) => {
    const token = /ProfileToken>([^<]*)</.exec(text)?.[1];
    const uri = streams.find((one) => one.token === token)?.url.replaceAll('&', '&amp;');
    if (uri === undefined) return null;
    return isMedia2(text)
      ? `<t:Uri>${uri}</t:Uri>`
      : `<t:MediaUri><tt:Uri>${uri}</tt:Uri></t:MediaUri>`;
  },
};

interface Asked extends OnvifCameraOptions {
  readonly origin: string;
  readonly text: string;
}

const isMedia2 = (text: string) => text.includes('ver20/media');

function answer(call: string, asked: Asked): { status: number; body: string } {
  if (call !== 'GetSystemDateAndTime' && !isWelcome(asked)) return fault(400, 'ter:NotAuthorized');
  const inside = RESPONSES[call]?.(asked) ?? null;
  if (inside === null) return fault(500, 'ter:ActionNotSupported');
  const body = `<t:${call}Response xmlns:t="x" xmlns:tt="y">${inside}</t:${call}Response>`;
  return { status: 200, body: envelope(body) };
}

/** Whether the digest in the head of the message is that of the login, made a moment ago by this camera's clock. */
function isWelcome({ login, clockAheadMs = 0, text }: Asked): boolean {
  if (login === undefined) return true;
  const part = (name: string) => new RegExp(`<${name}(?:\\s[^>]*)?>([^<]*)<`).exec(text)?.[1] ?? '';
  const created = part('Created');
  const digest = createHash('sha1')
    .update(Buffer.from(part('Nonce'), 'base64'))
    .update(created + login.password)
    .digest('base64');
  const offMs = Math.abs(Date.parse(created) - (Date.now() + clockAheadMs));
  return part('Username') === login.user && part('Password') === digest && offMs < ALLOWED_MS;
}

function profile({ token, codec, width, height, fps, govFrames }: FakeStream): string {
  return `<t:Profiles token="${token}"><tt:Name>${token}</tt:Name><tt:VideoEncoderConfiguration token="e"><tt:Encoding>${codec}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution><tt:RateControl><tt:FrameRateLimit>${fps}</tt:FrameRateLimit></tt:RateControl><tt:H264><tt:GovLength>${govFrames}</tt:GovLength></tt:H264></tt:VideoEncoderConfiguration></t:Profiles>`;
}

function profile2({ token, codec, width, height, fps, govFrames }: FakeStream): string {
  return `<t:Profiles token="${token}"><t:Name>${token}</t:Name><t:Configurations><t:VideoEncoder token="e" GovLength="${govFrames}"><tt:Encoding>${codec}</tt:Encoding><tt:Resolution><tt:Width>${width}</tt:Width><tt:Height>${height}</tt:Height></tt:Resolution><tt:RateControl><tt:FrameRateLimit>${fps}</tt:FrameRateLimit></tt:RateControl></t:VideoEncoder></t:Configurations></t:Profiles>`;
}

function fault(status: number, code: string): { status: number; body: string } {
  const body = `<s:Fault><s:Code><s:Value>s:Sender</s:Value><s:Subcode><s:Value>${code}</s:Value></s:Subcode></s:Code><s:Reason><s:Text>no</s:Text></s:Reason></s:Fault>`;
  return { status, body: envelope(body) };
}

function envelope(body: string, header = ''): string {
  return `<?xml version="1.0"?><s:Envelope xmlns:s="http://www.w3.org/2003/05/soap-envelope"><s:Header>${header}</s:Header><s:Body>${body}</s:Body></s:Envelope>`;
}
