/** The zones and the people as lines over the picture. Nothing here is read out: the buttons and the table say it. */

import { placeOf, type Zone } from '../../engine/zones.ts';
import type { Editing } from './editing.ts';

/** Of the drawing; it is stretched over the picture, and lines keep their width. */
const SIDE = 1000;

export function Outline({ editing, places }: { editing: Editing; places: readonly Box[] }) {
  const { chosen, zones, tally } = editing;
  return (
    <svg
      class="outline"
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      <defs>
        {(['count', 'ignore', 'staff', 'overlap'] as const).map((kind, at) => (
          <pattern
            key={kind}
            id={`zone-${kind}`}
            class={`is-${kind}`}
            width="16"
            height="16"
            patternUnits="userSpaceOnUse"
            patternTransform={`rotate(${at * 45})`}
          >
            <rect class="ground" width="16" height="16" />
            <rect class="stripe" width={kind === 'count' ? 1 : 5} height="16" />
          </pattern>
        ))}
      </defs>
      {zones.map((zone, at) => (
        <polygon
          key={zone.name}
          class={`zone is-${zone.kind}${at === chosen ? ' is-chosen' : ''}`}
          points={pointsOf(zone)}
          fill={`url(#zone-${zone.kind})`}
        />
      ))}
      {places.map((box, at) => {
        const [x, y] = placeOf(box, 'bottom_centre', {});
        return <circle key={at} class="place" cx={x * SIDE} cy={y * SIDE} r="3" />;
      })}
      {tally.boxes.map(({ box: [x1, y1, x2, y2], verdict }, at) => (
        <rect
          key={at}
          class={`person is-${verdict}`}
          x={x1 * SIDE}
          y={y1 * SIDE}
          width={Math.max(0, x2 - x1) * SIDE}
          height={Math.max(0, y2 - y1) * SIDE}
        />
      ))}
    </svg>
  );
}

export type Box = readonly [number, number, number, number];

function pointsOf({ polygon }: Zone): string {
  return polygon.map(([x, y]) => `${x * SIDE},${y * SIDE}`).join(' ');
}
