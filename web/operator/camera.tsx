/** The script of the page of one camera: its live picture, and its zones to draw. */

import { useComputed, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { LOOK, ZONES } from '../words/zones.ts';
import type { Zones } from '../zones/draft.ts';
import { Editing } from '../zones/editing.ts';
import { ZoneEditor } from '../zones/editor.tsx';
import { call, send } from './calls.ts';
import { Looking, pause } from './looking.ts';
import { type CameraAnswer, fromWire, toWire } from './wire.ts';

export function startCamera(): void {
  const place = document.querySelector<HTMLElement>('[data-camera]');
  if (place !== null) void begin(place, place.dataset['camera'] ?? '');
}

async function begin(root: HTMLElement, camera: string): Promise<void> {
  const path = `/cameras/${encodeURIComponent(camera)}`;
  const { value, refused } = await call<CameraAnswer>(path);
  if (value === null) {
    root.textContent = refused;
    return;
  }
  const editing = new Editing(value.camera.zones.map(fromWire));
  let { revision } = value;
  const save = async (zones: Zones) => {
    const body = { zones: zones.map(toWire) };
    const saved = await send<CameraAnswer>('PUT', `${path}/zones`, body, revision ?? '*');
    if (saved.value !== null) revision = saved.value.revision;
    if (saved.status !== CHANGED) return saved.refused;
    const now = await call<CameraAnswer>(path);
    if (now.value === null) return now.refused;
    revision = now.value.revision;
    editing.take(now.value.camera.zones.map(fromWire));
    return ZONES.changed;
  };
  root.replaceChildren();
  render(<CameraView {...{ camera, editing, save }} />, root);
}

/** Somebody else changed the file meanwhile. */
const CHANGED = 412;

interface CameraViewProps {
  readonly camera: string;
  readonly editing: Editing;
  readonly save: (zones: Zones) => Promise<string | null>;
}

function CameraView({ camera, editing, save }: CameraViewProps) {
  const looking = useSignal(new Looking(camera)).value;
  const nowMs = useSignal(performance.now());
  useEffect(() => {
    const leaving = new AbortController();
    void looking.follow(leaving.signal);
    void ticks(() => {
      nowMs.value = performance.now();
    }, leaving.signal);
    return () => leaving.abort();
  }, [looking, nowMs]);
  useEffect(() =>
    looking.shown.subscribe((shown) => {
      if (shown === null) return;
      editing.seen.value = { boxes: shown.look.boxes, falsePlaces: shown.look.false_places };
    }),
  );
  const age = useComputed(() =>
    Math.max(0, Math.round((nowMs.value - looking.takenMs.value) / 1000)),
  );
  const { address = null, look } = looking.shown.value ?? {};
  return (
    <>
      <ZoneEditor
        editing={editing}
        camera={camera}
        picture={address}
        alt={LOOK.alt(camera)}
        size={look ?? { width: 16, height: 9 }}
        places={look?.places ?? []}
        told={
          <p class="note">
            {address === null ? LOOK.waiting : LOOK.age(age.value)} {LOOK.kept}
          </p>
        }
        save={save}
      />
      {looking.refused.value !== null && (
        <p class="fault" role="alert">
          {looking.refused.value}
        </p>
      )}
    </>
  );
}

async function ticks(tick: () => void, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    await pause(1000, signal);
    tick();
  }
}
