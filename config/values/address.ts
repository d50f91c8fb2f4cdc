/** Forms of camera addresses. Tells what is wrong with one without ever showing it: it may carry a password. */

import { isAbsolute, resolve } from 'node:path';

/** For sentences: which addresses there are. */
export const ADDRESS_FORMS =
  'an address that starts with rtsp://, rtsps://, http://, https:// or scene:, or the path of a video file';

const NETWORK = /^(?:rtsps?|https?):\/\//i;
const SCHEME = /^(?<scheme>[a-z][a-z0-9+.-]*):/i;
const OURS = new Set(['rtsp', 'rtsps', 'http', 'https', 'scene', 'file']);

/** What is wrong with the form of a camera address, as "got …"; null when nothing is. Holds no part of the address. */
export function addressFault(address: string): string | null {
  const scheme = schemeOf(address);
  if (scheme === undefined)
    return /^[^\s/]+@[^\s]+/.test(address) ? 'an address without rtsp://' : null;
  if (!OURS.has(scheme))
    return `an address of another kind (${KNOWN_OTHERS.has(scheme) ? scheme : 'not known'})`;
  if (scheme === 'scene')
    return address.length > 'scene:'.length ? null : 'scene: without the name of a scene';
  if (scheme === 'file')
    return /^file:\/\/\//i.test(address) ? null : 'a file: address that is not file:///…';
  if (!NETWORK.test(address)) return `${scheme}: without //`;
  return URL.canParse(address) && new URL(address).hostname !== ''
    ? null
    : 'an address that cannot be read (a password with @ : / ? # or % in it must be percent-encoded)';
}

function schemeOf(address: string): string | undefined {
  const { scheme } = SCHEME.exec(address)?.groups ?? {};
  return scheme?.toLowerCase();
}

/** Kinds of address that people try; named in the fault because a scheme is no secret. */
const KNOWN_OTHERS = new Set([
  'rtmp',
  'rtmps',
  'srt',
  'rtp',
  'udp',
  'onvif',
  'webrtc',
  'ws',
  'wss',
  'ftp',
  'mms',
  'hls',
]);

/** A path of a video file made absolute against `folder`; any other address as it is. */
export function resolveAddress(address: string, folder: string): string {
  return SCHEME.test(address) || isAbsolute(address) ? address : resolve(folder, address);
}
