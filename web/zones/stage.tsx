/** The picture with its zones, and a button for each corner of the chosen one: for mouse, finger and keyboard alike. */

import { useEffect, useRef } from 'preact/hooks';
import { MOST_CORNERS, middleOf } from './draft.ts';
import type { Editing } from './editing.ts';
import { percent } from './fields.tsx';
import { pressedAnywhere, pressedOnCorner } from './keys.ts';
import { Loupe, useLoupe } from './loupe.tsx';
import { type Box, Outline } from './outline.tsx';
import { Pulling } from './pointer.ts';

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
      aria-label={`${alt}. $The picture with its zones. Arrow keys move the chosen corner by 1 percent, with Shift by 5.`}
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
