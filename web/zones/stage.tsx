/** The picture with its zones, and a button for each corner of the chosen one: for mouse, finger and keyboard alike. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { placeOf, type Zone } from '../../engine/zones.ts';
import { MOST_CORNERS, middleOf, percent } from './draft.ts';
import type { Editing } from './editing.ts';
import { Pulling, placeIn, pressedAnywhere, pressedOnCorner } from './pointer.ts';

interface StageProps {
  readonly editing: Editing;
  /** Where people stood lately. */
  readonly places: readonly Box[];
  /** Address of the picture; null while there is none. */
  readonly picture: string | null;
  readonly alt: string;
  readonly size: { readonly width: number; readonly height: number };
}

export function Stage({ editing, places, picture, alt, size }: StageProps) {
  const stage = useRef<HTMLElement>(null);
  const pulling = useRef<Pulling | null>(null);
  pulling.current ??= new Pulling(editing);
  const loupe = useLoupe();
  const zone = editing.zones[editing.chosen];

  const down = (event: PointerEvent, corner: number | null) => {
    const root = stage.current;
    if (root === null || event.button !== 0) return;
    if (!(pulling.current as Pulling).begin(root, event, corner)) return;
    root.setPointerCapture(event.pointerId);
    event.stopPropagation();
    if (corner !== null && event.pointerType !== 'mouse') loupe.show(root, event);
  };
  const move = (event: PointerEvent) => {
    const root = stage.current;
    if (root === null || !(pulling.current as Pulling).go(root, event)) return;
    loupe.move(root, event);
  };
  const up = (event: PointerEvent, isKept: boolean) => {
    (pulling.current as Pulling).end(event, isKept);
    loupe.hide();
  };
  return (
    <section
      ref={stage}
      class={`stage${zone === undefined ? '' : ' is-edited'}`}
      style={{ aspectRatio: `${size.width} / ${size.height}` }}
      aria-label={`${alt}. The picture with its zones. Arrow keys move the chosen corner by 1 percent, with Shift by 5.`}
      onPointerDown={(event) => down(event, null)}
      onPointerMove={move}
      onPointerUp={(event) => up(event, true)}
      onPointerCancel={(event) => up(event, false)}
      onKeyDown={(event) => {
        if (pressedAnywhere(editing, event)) event.preventDefault();
      }}
    >
      {picture !== null && <img src={picture} alt={alt} draggable={false} />}
      <Outline editing={editing} places={places} />
      {zone !== undefined && <Handles editing={editing} down={down} />}
      <Loupe state={loupe.state} picture={picture} />
    </section>
  );
}

interface HandlesProps {
  readonly editing: Editing;
  readonly down: (event: PointerEvent, corner: number | null) => void;
}

function Handles({ editing, down }: HandlesProps) {
  const corners = useRef<HTMLDivElement>(null);
  const polygon = editing.zones[editing.chosen]?.polygon ?? [];
  const chosen = editing.corner;
  // The focus follows the corner that a key has chosen, added or left.
  useEffect(() => {
    const root = corners.current;
    if (root?.contains(document.activeElement)) {
      root.querySelector<HTMLElement>('.corner[tabindex="0"]')?.focus();
    }
  }, [chosen, polygon.length]);
  return (
    <div ref={corners} class="handles">
      {polygon.length < MOST_CORNERS &&
        polygon.map((_, at) => {
          const [x, y] = middleOf(polygon, at);
          return (
            <button
              key={at}
              type="button"
              class="middle"
              tabIndex={-1}
              aria-hidden="true"
              style={{ left: `${x * 100}%`, top: `${y * 100}%` }}
              onPointerDown={(event) => event.stopPropagation()}
              onClick={() => editing.addCorner(at)}
            />
          );
        })}
      {polygon.map((corner, at) => (
        <button
          key={at}
          type="button"
          class="corner"
          tabIndex={at === chosen ? 0 : -1}
          aria-label={`Corner ${at + 1} of ${polygon.length}, ${percent(corner[0])} percent from left, ${percent(corner[1])} from top`}
          style={{ left: `${corner[0] * 100}%`, top: `${corner[1] * 100}%` }}
          onPointerDown={(event) => down(event, at)}
          onFocus={() => {
            editing.corner = at;
          }}
          onKeyDown={(event) => {
            if (!pressedOnCorner(editing, event)) return;
            event.preventDefault();
            event.stopPropagation();
          }}
        >
          {at + 1}
        </button>
      ))}
    </div>
  );
}

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

interface LoupeState {
  /** In px of the stage. */
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** Across, px: less than a finger's breadth of picture is in it, twice as large. */
const LOUPE_PX = 96;
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
  const top = y > ABOVE + LOUPE_PX / 2 ? y - ABOVE : y + ABOVE;
  return (
    <div
      class="loupe"
      aria-hidden="true"
      style={{
        left: `${x}px`,
        top: `${top}px`,
        width: `${LOUPE_PX}px`,
        height: `${LOUPE_PX}px`,
        backgroundImage: `url("${picture}")`,
        backgroundSize: `${width * ZOOM}px ${height * ZOOM}px`,
        backgroundPosition: `${LOUPE_PX / 2 - x * ZOOM}px ${LOUPE_PX / 2 - y * ZOOM}px`,
      }}
    />
  );
}
