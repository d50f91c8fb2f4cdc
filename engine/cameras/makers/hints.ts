/** What to do about a camera whose maker is known. The sentences hold paths of makers, and never an address. */

import type { Maker } from './maker.ts';
import { makerCalled, makerOfPath } from './recognise.ts';

/** For a camera that is not known to be of any maker. */
const ANY =
  'check the path; small streams are at /Streaming/Channels/102 (Hikvision), /cam/realmonitor?channel=1&subtype=1 (Dahua, Amcrest), /Preview_01_sub (Reolink), /stream2 (TP-Link); turnout camera find shows the others';

export interface Refused {
  /** Path and query that the camera does not have. */
  readonly path: string;
  /** What it calls itself: the realm of its login, its server. */
  readonly calls: readonly (string | null | undefined)[];
}

/** What to try where the camera has no stream at this path. */
export function otherPathHint({ path, calls }: Refused): string {
  const maker = makerCalled(...calls) ?? makerOfPath(path);
  if (maker === null) return ANY;
  const { name, main, sub, note } = maker;
  const isTried = path.toLowerCase() === sub?.toLowerCase();
  if (sub === null) return `it looks like a camera of ${name}: ${note}`;
  if (isTried) {
    const other = note === '' ? '' : `; ${note}`;
    return `it looks like a camera of ${name}, which has ${sub} once its sub-stream is switched on; its main stream is ${main}${other}`;
  }
  return `it looks like a camera of ${name}: try ${sub}`;
}

/** Where the distance of keyframes is set: the menu of the maker where it is known. */
export function keyframeHint(maker: Maker | null): string {
  return maker === null
    ? 'set the I-frame interval (GOP) of the stream to 1 or 2 seconds and switch off "smart codec"'
    : `on a camera of ${maker.name}: ${maker.keyframes}`;
}
