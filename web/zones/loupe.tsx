/** What a finger hides while it pulls a corner, shown above it and twice as large. */

import { useState } from 'preact/hooks';
import { placeIn } from './pointer.ts';

interface LoupeState {
  /** In px of the stage. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Across, px: less than a finger's breadth of picture is in it, twice as large. */
const SIDE = 96;
/** From the finger to the middle of the loupe, px. */
const ABOVE = 88;
const ZOOM = 2;

export function useLoupe() {
  const [state, setState] = useState<LoupeState | null>(null);
  const at = (stage: Element, event: PointerEvent) => {
    const { width, height } = stage.getBoundingClientRect();
    const [x, y] = placeIn(stage, event);
    setState({ x: x * width, y: y * height, width, height });
  };
  return {
    state,
    show: at,
    move: (stage: Element, event: PointerEvent) => {
      if (state !== null) at(stage, event);
    },
    hide: () => setState(null),
  };
}

export function Loupe({ state, picture }: { state: LoupeState | null; picture: string | null }) {
  if (state === null || picture === null) return null;
  const { x, y, width, height } = state;
  // Below the finger where there is no room above it.
  const top = y > ABOVE + SIDE / 2 ? y - ABOVE : y + ABOVE;
  return (
    <div
      class="loupe"
      aria-hidden="true"
      style={{
        left: `${x}px`,
        top: `${top}px`,
        width: `${SIDE}px`,
        height: `${SIDE}px`,
        backgroundImage: `url("${picture}")`,
        backgroundSize: `${width * ZOOM}px ${height * ZOOM}px`,
        backgroundPosition: `${SIDE / 2 - x * ZOOM}px ${SIDE / 2 - y * ZOOM}px`,
      }}
    />
  );
}
