/** What a person means by `rtsp://…` as against `class.mp4`, and what an address is called in what is printed. */

import { redactText } from '../engine/index.ts';

/** Whether a text begins with a scheme. One letter and a colon is a drive of Windows, and so a path. */
export function isAddress(text: string): boolean {
  return /^[a-z][a-z0-9+.-]+:/i.test(text);
}

/** A name for an address: `scene:studio` as it is, and `rtsp camera` where the rest must not be shown. */
export function nameOfAddress(address: string): string {
  if (redactText(address) === address) return address;
  const [scheme = ''] = address.split(':');
  return `${scheme.toLowerCase()} camera`;
}
