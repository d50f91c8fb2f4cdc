/** Forms of camera addresses. Tells what is wrong with one without ever showing it: it may carry a password. */

/** For sentences: which addresses there are. */
export const ADDRESS_FORMS =
  'an address that starts with rtsp://, rtsps://, http://, https:// or scene:, or the path of a video file';

const NETWORK = /^(?:rtsps?|https?):\/\//i;
const SCHEME = /^(?<scheme>[a-z][a-z0-9+.-]*):/i;
const OURS = new Set(['rtsp', 'rtsps', 'http', 'https', 'scene', 'file']);

/** What is wrong with the form of a camera address, as "got …"; null when nothing is. Holds no part of the address. */
export function addressFault(address: string): string | null {
  const scheme = SCHEME.exec(address)?.groups?.['scheme']?.toLowerCase();
  const isOurs = scheme !== undefined && OURS.has(scheme);
  if (!isOurs && isLikeHost(address)) return 'an address without rtsp://';
  if (scheme === undefined) return null;
  if (!isOurs)
    return `an address of another kind (${KNOWN_OTHERS.test(scheme) ? scheme : 'not known'})`;
  if (scheme === 'scene')
    return address.length > 'scene:'.length ? null : 'scene: without the name of a scene';
  if (scheme === 'file')
    return /^file:\/\/\//i.test(address) ? null : 'a file: address that is not file:///…';
  if (!NETWORK.test(address)) return `${scheme}: without //`;
  return isReadable(address)
    ? null
    : 'an address that cannot be read (signs in its password other than letters and digits must be percent-encoded, such as # by %23)';
}

/** An @ behind a # is that of the login: the # is a sign of its password, and the rest was read as another address. */
function isReadable(address: string): boolean {
  if (!URL.canParse(address)) return false;
  const { hostname, hash } = new URL(address);
  return hostname !== '' && !hash.includes('@');
}

/** `viewer@host/sub`, `192.0.2.10/sub`, `camera.lan:554/sub`: what a person types who leaves the scheme out. */
function isLikeHost(text: string): boolean {
  const hasUser = /^[^\s/]+@[^\s]+/.test(text);
  const isIp = /^\d{1,3}(?:\.\d{1,3}){3}(?:[:/]|$)/.test(text);
  // Its host would be taken for a scheme.
  const hasPort = /^[a-z0-9][\w.-]*:\d{2,5}(?:\/|$)/i.test(text);
  return hasUser || isIp || hasPort;
}

/** Kinds of address that people try; named in the fault because a scheme is no secret. */
const KNOWN_OTHERS = /^(?:rtmps?|srt|rtp|udp|onvif|webrtc|wss?|ftp|mms|hls)$/;
