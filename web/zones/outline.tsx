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

/** @param places Where people stood lately. */
export function Outline({ editing, places }: { editing: Editing; places: readonly Box[] }) {
  return (
    <svg class="outline" viewBox="0 0 1 1" preserveAspectRatio="none" aria-hidden="true">
      <defs>
        {(['count', 'ignore', 'staff', 'overlap'] as const).map((kind, at) => (
          <pattern
            key={kind}
            id={`zone-${kind}`}
            class={`is-${kind}`}
            width="16"
            height="16"
            patternUnits="userSpaceOnUse"
            patternTransform={`scale(0.001) rotate(${at * 45})`}
          >
            <rect class="ground" width="16" height="16" />
            <rect class="stripe" width={kind === 'count' ? 1 : 5} height="16" />
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
