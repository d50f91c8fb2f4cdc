/** The picture with its zones, and a button for each corner of the chosen one: for mouse, finger and keyboard alike. */

import { useEffect, useRef, useState } from 'preact/hooks';
import { isInPolygon } from '../../engine/zones.ts';
import type { Editing, Zones } from './editing.ts';
import { Outline } from './outline.tsx';
import {
  type Corner,
  MOST_CORNERS,
  middleOf,
  moved,
  type Polygon,
  percent,
  snapped,
  withCorner,
} from './polygon.ts';
import type { Sight } from './server.ts';

interface StageProps {
  readonly editing: Editing;
  readonly shown: Sight['shown'];
  readonly alt: string;
}

/** Where there is no picture yet. */
const NO_LOOK = { width: 16, height: 9, places: [] };

/** What a pointer pulls, and the outline when it is there. */
interface Pull {
  readonly pointerId: number;
  readonly outlineAt: (place: Corner, isFree: boolean) => Polygon;
}

export function Stage({ editing, shown, alt }: StageProps) {
  const stage = useRef<HTMLElement>(null);
  const pull = useRef<Pull | null>(null);
  const [loupe, setLoupe] = useState<Corner | null>(null);
  const { zone } = editing;
  const picture = shown?.address;
  const { width, height, places } = shown?.look ?? NO_LOOK;

  const down = (event: PointerEvent, corner: number | null) => {
    if (stage.current === null || event.button !== 0) return;
    const from = placeIn(stage.current, event);
    const under = corner === null ? zoneUnder(editing.zones, from, editing.chosen) : editing.chosen;
    if (under === null) return;
    if (under !== editing.chosen) editing.choose(under);
    if (corner !== null) editing.corner = corner;
    const polygon = editing.zone?.polygon ?? [];
    const others = editing.zones.toSpliced(under, 1).map((other) => other.polygon);
    const box = stage.current.getBoundingClientRect();
    const outlineAt = (to: Corner, isFree: boolean) =>
      corner === null
        ? moved(polygon, [to[0] - from[0], to[1] - from[1]])
        : withCorner(polygon, corner, isFree ? to : snapped(to, others, box));
    pull.current = { pointerId: event.pointerId, outlineAt };
    stage.current.setPointerCapture(event.pointerId);
    event.stopPropagation();
    if (corner !== null && event.pointerType !== 'mouse') setLoupe(from);
  };
  const move = (event: PointerEvent) => {
    if (stage.current === null || pull.current?.pointerId !== event.pointerId) return;
    const to = placeIn(stage.current, event);
    editing.pull(pull.current.outlineAt(to, event.altKey));
    if (loupe !== null) setLoupe(to);
  };
  /** @param isDone false where the system took the pointer away. */
  const up = (event: PointerEvent, isDone: boolean) => {
    if (pull.current?.pointerId !== event.pointerId) return;
    pull.current = null;
    editing.letGo(isDone);
    setLoupe(null);
  };
  return (
    <section
      ref={stage}
      class={`stage${zone === undefined ? '' : ' is-edited'}`}
      style={{ aspectRatio: `${width} / ${height}` }}
      aria-label={`${alt}. The picture with its zones. Arrow keys move the chosen corner by 1 percent, with Shift by 5.`}
      onPointerDown={(event) => down(event, null)}
      onPointerMove={move}
      onPointerUp={(event) => up(event, true)}
      onPointerCancel={(event) => up(event, false)}
      onKeyDown={(event) => {
        if (pressedAnywhere(editing, event)) event.preventDefault();
      }}
    >
      {picture && <img src={picture} alt={alt} draggable={false} />}
      <Outline editing={editing} places={places} />
      {zone !== undefined && <Handles {...{ editing, down }} />}
      {loupe && picture && stage.current && loupeOf(loupe, picture, stage.current)}
    </section>
  );
}

/** Where the pointer is in the picture, in ratios of it. */
function placeIn(stage: Element, { clientX, clientY }: PointerEvent): Corner {
  const { left, top, width, height } = stage.getBoundingClientRect();
  return [(clientX - left) / width, (clientY - top) / height];
}

/** The chosen zone first, then those that are drawn on top. */
function zoneUnder(zones: Zones, at: Corner, chosen: number): number | null {
  const order = [chosen, ...zones.map((_, nth) => zones.length - 1 - nth)];
  return order.find((nth) => isInPolygon(at, zones[nth]?.polygon ?? [])) ?? null;
}

interface HandlesProps {
  readonly editing: Editing;
  readonly down: (event: PointerEvent, corner: number) => void;
}

function Handles({ editing, down }: HandlesProps) {
  const polygon = editing.zone?.polygon ?? [];
  const corners = useRef<HTMLDivElement>(null);
  const chosen = editing.corner;
  // The focus follows the corner that a key has chosen, added or left.
  useEffect(() => {
    const root = corners.current;
    if (root?.contains(document.activeElement)) {
      root.querySelector<HTMLElement>('.corner[tabindex="0"]')?.focus();
    }
  }, [chosen, polygon.length]);
  const placed = ([x, y]: Corner) => ({ left: `${x * 100}%`, top: `${y * 100}%` });
  return (
    <div ref={corners}>
      {polygon.length < MOST_CORNERS &&
        polygon.map((_, at) => (
          <button
            key={at}
            type="button"
            class="middle"
            tabIndex={-1}
            aria-hidden="true"
            style={placed(middleOf(polygon, at))}
            onPointerDown={(event) => event.stopPropagation()}
            onClick={() => editing.addCorner(at)}
          />
        ))}
      {polygon.map((corner, at) => (
        <button
          key={at}
          type="button"
          class="corner"
          tabIndex={at === chosen ? 0 : -1}
          aria-label={`Corner ${at + 1} of ${polygon.length}, ${percent(corner[0])} percent from left, ${percent(corner[1])} percent from top`}
          style={placed(corner)}
          onPointerDown={(event) => down(event, at)}
          onFocus={() => {
            editing.corner = at;
          }}
          onKeyDown={(event) => {
            if (!pressedOnCorner(editing, polygon, event)) return;
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

const ARROWS: Readonly<Record<string, Corner>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, -1],
  ArrowDown: [0, 1],
};

/** In ratios of the picture. */
const STEP = 0.01;
const LARGE_STEP = 0.05;

/** A key on a corner. @returns whether it did something: then it does nothing else on the page. */
function pressedOnCorner(editing: Editing, polygon: Polygon, event: KeyboardEvent): boolean {
  const { key } = event;
  const { corner } = editing;
  const { length } = polygon;
  if (ARROWS[key] !== undefined) moveBy(ARROWS[key], editing, polygon, event);
  else if (event.altKey || event.ctrlKey || event.metaKey) return false;
  else if (key === 'n') editing.corner = (corner + 1) % length;
  else if (key === 'p') editing.corner = (corner + length - 1) % length;
  else if (key === 'Insert' || key === '+') editing.addCorner(corner);
  else if (key === 'Delete' || key === 'Backspace') editing.removeCorner(corner);
  else return false;
  return true;
}

/** The zone with Alt, else its corner. */
function moveBy(arrow: Corner, editing: Editing, polygon: Polygon, event: KeyboardEvent): void {
  const [dx = 0, dy = 0] = arrow.map((way) => way * (event.shiftKey ? LARGE_STEP : STEP));
  const { corner } = editing;
  const [x, y] = polygon[corner] ?? [0, 0];
  const next = withCorner(polygon, corner, [x + dx, y + dy]);
  if (event.altKey) editing.move([dx, dy], 'move');
  else editing.change({ polygon: next }, `corner ${corner}`);
}

/** Undo and redo, wherever the focus is but in a field, which has its own. */
function pressedAnywhere(editing: Editing, event: KeyboardEvent): boolean {
  const isField = event.target instanceof HTMLInputElement;
  if (isField || event.altKey || !(event.ctrlKey || event.metaKey)) return false;
  const key = event.key.toLowerCase();
  if (key === 'z' && !event.shiftKey) editing.undo();
  else if (key === 'y' || key === 'z') editing.redo();
  else return false;
  return true;
}

/** Across, px: less than a finger's breadth of picture is in it, twice as large. */
const LOUPE_PX = 96;
/** From the finger to the middle of the loupe, px. */
const ABOVE = 88;
const ZOOM = 2;

/** What lies under a finger. */
function loupeOf(at: Corner, picture: string, stage: Element) {
  const { width, height } = stage.getBoundingClientRect();
  const [x, y] = [at[0] * width, at[1] * height];
  const half = LOUPE_PX / 2;
  return (
    <div
      class="loupe"
      aria-hidden="true"
      style={{
        left: `${x}px`,
        // Below the finger where there is no room above it.
        top: `${y > ABOVE + half ? y - ABOVE : y + ABOVE}px`,
        width: `${LOUPE_PX}px`,
        height: `${LOUPE_PX}px`,
        backgroundImage: `radial-gradient(circle, #fff 3px, transparent 4px), url("${picture}")`,
        backgroundSize: `auto, ${width * ZOOM}px ${height * ZOOM}px`,
        backgroundPosition: `center, ${half - x * ZOOM}px ${half - y * ZOOM}px`,
      }}
    />
  );
}
