/** A room's last hour in small, from nobody to its places. A gap stays a gap; the words next to it say the count of now. */

import { scaleLinear } from 'd3-scale';
import { area } from 'd3-shape';

interface SparklineProps {
  readonly minutes: readonly (number | null)[];
  readonly capacity: number | null;
}

const WIDTH = 120;
const HEIGHT = 28;

export function Sparkline({ minutes, capacity }: SparklineProps) {
  if (minutes.every((count) => count === null)) return null;
  const most = Math.max(4, capacity ?? 0, ...minutes.map((count) => count ?? 0));
  const x = scaleLinear([0, minutes.length - 1], [0, WIDTH]);
  const y = scaleLinear([0, most], [HEIGHT - 1, 1]);
  const shape = area<number | null>()
    .defined((count) => count !== null)
    .x((_, at) => x(at))
    .y0(HEIGHT)
    .y1((count) => y(count ?? 0));
  return (
    <svg
      class="spark"
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      height={HEIGHT}
      preserveAspectRatio="none"
      aria-hidden="true"
      focusable="false"
    >
      <line class="grid" x1="0" x2={WIDTH} y1={HEIGHT - 0.5} y2={HEIGHT - 0.5} />
      <path class="attended" d={shape([...minutes]) ?? ''} />
    </svg>
  );
}
