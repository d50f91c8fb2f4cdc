/** What a probe of a camera found, in words for its owner. */

import { type KeyframeDistance, keyframeHint, type Maker } from '../../engine/cameras/makers.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import { weaknessOf } from '../../engine/counting/configured-detectors.ts';
import { detectorWords, type Trial, type TriedDetector } from '../../engine/trials.ts';

export const PROBE_STAGES = [
  'name',
  'reach',
  'sign_in',
  'stream',
  'keyframe',
  'decode',
  'people',
] as const;
export type ProbeStageName = (typeof PROBE_STAGES)[number];

interface Found {
  readonly stream: StreamInfo | null;
  /** The longest time between two keyframes, ms; null where fewer than two came. */
  readonly gopMs: number | null;
  /** Null where no keyframe was looked at. */
  readonly trial: Trial | null;
  readonly hasLogin: boolean;
}

/** Wider pictures cost more than they are worth, px. Chosen here: the largest that `turnout camera test` lets pass. */
const WIDE_PX = 1_920;

/** Of each stage that is passed. */
export function foundWords(found: Found): Readonly<Record<ProbeStageName, string>> {
  const { stream, gopMs, trial, hasLogin } = found;
  const [tried] = trial?.tried ?? [];
  return {
    name: 'The name of the camera is known.',
    reach: 'The camera answers.',
    sign_in: hasLogin ? 'It accepts the login.' : 'It asks for no login.',
    stream: stream === null ? 'It has a stream at this path.' : streamWords(stream),
    keyframe:
      gopMs === null
        ? 'Pictures come.'
        : `Pictures come, a keyframe every ${Math.round(gopMs / 100) / 10} s.`,
    decode: sizeWords(trial),
    people: tried === undefined ? 'People are counted.' : peopleWords(tried),
  };
}

const FAR: Partial<Record<KeyframeDistance, string>> = {
  long: 'Keyframes are far apart',
  stretching: 'Keyframes come unevenly, as from a smart codec',
};

/** What to change although it works. */
export function warningsOf(
  { stream, trial }: Pick<Found, 'stream' | 'trial'>,
  distance: KeyframeDistance,
  maker: Maker | null,
): string[] {
  const width = trial?.frameSize?.width ?? stream?.width ?? 0;
  const facts = trial?.tried[0]?.facts;
  const smaller = maker?.sub == null ? '' : `; on one of ${maker.name} it is ${maker.sub}`;
  // Every JPEG stands alone.
  const far = stream?.codec === 'jpeg' ? undefined : FAR[distance];
  const wide = `The stream is larger than needed: take the sub-stream of the camera${smaller}.`;
  return [
    ...(far === undefined ? [] : [`${far}: ${keyframeHint(maker)}.`]),
    ...(width > WIDE_PX ? [wide] : []),
    ...(facts?.isWeak ? [`The detector is a weak one: ${weaknessOf(facts.name)}.`] : []),
  ];
}

function streamWords({ codec, width, height, fps }: StreamInfo): string {
  const size = width === null || height === null ? '' : `, ${width} × ${height}`;
  const rate = fps === null ? '' : `, ${Math.round(fps)} frames a second`;
  return `It sends ${codec.toUpperCase()}${size}${rate}.`;
}

function sizeWords(trial: Trial | null): string {
  const size = trial?.frameSize;
  return size == null ? 'The picture can be read.' : `It shows ${size.width} × ${size.height} px.`;
}

function peopleWords({ count, facts }: TriedDetector): string {
  const by = facts === null ? '' : ` by ${detectorWords(facts)}`;
  if (count === null) {
    return `Not counted yet${by}: it needs several pictures in a row, which it has once the camera is added.`;
  }
  return `${count === 1 ? '1 person is' : `${count} people are`} counted${by}.`;
}
