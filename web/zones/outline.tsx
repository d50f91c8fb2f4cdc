/** Zones and people as they are drawn over a picture, which the drawing is stretched over: 1 is a side of it. */

import { placeOf, type ScoredBox, type Verdict } from '../../engine/zones.ts';
import type { Editing } from './editing.ts';

type Box = ScoredBox['box'];

export function Boxes({ of }: { of: readonly { readonly box: Box; readonly verdict: Verdict }[] }) {
  return (
    <>
      {of.map(({ box: [x1, y1, x2, y2], verdict }, at) => (
        <rect
          key={at}
          class={`person is-${verdict}`}
          x={x1}
          y={y1}
          width={Math.max(0, x2 - x1)}
          height={Math.max(0, y2 - y1)}
        />
      ))}
    </>
  );
}

/** How a kind is told apart: by stripes of a colour, a width and a direction. */
const PATTERNS = [
  ['count', 'transparent', '#2ee59d', 1],
  ['ignore', '#6a7076', '#82888f', 5],
  ['staff', 'transparent', '#ffd23f', 5],
  ['overlap', 'transparent', '#56b4e9', 5],
] as const;

/** @param places Where people stood lately. */
export function Outline({ editing, places }: { editing: Editing; places: readonly Box[] }) {
  return (
    <svg class="outline" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        {PATTERNS.map(([kind, ground, stripe, width], at) => (
          <pattern
            key={kind}
            id={`zone-${kind}`}
            width="16"
            height="16"
            patternUnits="userSpaceOnUse"
            patternTransform={`scale(0.001) rotate(${at * 45})`}
          >
            <rect fill={ground} width="16" height="16" />
            <rect fill={stripe} width={width} height="16" />
          </pattern>
        ))}
      </defs>
      {editing.zones.map(({ name, kind, polygon }, at) => (
        <polygon
          key={name}
          class={`zone is-${kind}${at === editing.chosen ? ' is-chosen' : ''}`}
          points={polygon.join(' ')}
          fill={`url(#zone-${kind})`}
        />
      ))}
      {places.map((box, at) => {
        const [x, y] = placeOf(box, 'bottom_centre', {});
        return <circle key={at} class="place" cx={x} cy={y} r="0.003" />;
      })}
      <Boxes of={editing.tally.boxes} />
    </svg>
  );
}
