/** The script of the page of one camera: its live picture, and its zones to draw. */

import { useComputed, useSignal } from '@preact/signals';
import { render } from 'preact';
import { useEffect } from 'preact/hooks';
import { freeName } from './draft.ts';
import { ZoneEditor } from './editor.tsx';
import { Looking, pause } from './looking.ts';
import { type Drawn, opened, pathOf, saved } from './saving.ts';

const place = document.querySelector<HTMLElement>('[data-camera]');
if (place !== null) void begin(place, place.dataset['camera'] ?? '');

async function begin(root: HTMLElement, camera: string): Promise<void> {
  const first = await opened(camera);
  const other = new URLSearchParams(location.search).get('with');
  const second = other === null ? null : await opened(other);
  const refused = [first, second].find((one) => typeof one === 'string');
  if (typeof first === 'string' || typeof second === 'string') {
    root.textContent = refused as string;
    return;
  }
  root.replaceChildren();
  if (second === null) {
    render(<CameraView {...first} save={() => saved(first)} />, root);
  } else {
    render(<Pair first={first} second={second} />, root);
  }
}

/** Two cameras of a room, with the floor that both see. */
function Pair({ first, second }: { readonly first: Drawn; readonly second: Drawn }) {
  const add = () => {
    const all = [...first.editing.zones.value, ...second.editing.zones.value];
    const name = freeName(all, 'overlap');
    for (const { editing } of [first, second]) editing.add('overlap', name);
  };
  return (
    <>
      <p>
        People on the floor that both see are counted once. Draw it on both pictures: they are saved
        together.
      </p>
      <p class="acts">
        <button
          type="button"
          disabled={!first.editing.canAdd || !second.editing.canAdd}
          onClick={add}
        >
          Add the floor that both see
        </button>
        <a class="more" href={pathOf(first.camera)}>
          Back to this camera alone
        </a>
      </p>
      {[first, second].map((one) => (
        <section key={one.camera}>
          <h2>
            <bdi>{one.camera}</bdi>
          </h2>
          <CameraView
            {...one}
            save={() =>
              saved(...(one === first ? ([first, second] as const) : ([second, first] as const)))
            }
          />
        </section>
      ))}
    </>
  );
}

interface CameraViewProps extends Pick<Drawn, 'camera' | 'editing' | 'coverage'> {
  readonly save: () => Promise<string | null>;
}

function CameraView({ camera, editing, coverage, save }: CameraViewProps) {
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
      {coverage !== null && <p class="said">{coverage}</p>}
      <ZoneEditor
        editing={editing}
        camera={camera}
        picture={address}
        alt={`What ${camera} sees`}
        size={look ?? { width: 16, height: 9 }}
        places={look?.places ?? []}
        told={
          <p class="note">
            {address === null
              ? 'Waiting for a picture …'
              : age.value < 1
                ? 'A picture of this second.'
                : `A picture of ${age.value} s ago.`}{' '}
            Pictures are shown, and never stored.
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
