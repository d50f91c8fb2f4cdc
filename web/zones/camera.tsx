/** The script of the page of one camera: its live picture, and its zones to draw. */

import { render } from 'preact';
import { freeName } from './editing.ts';
import { ZoneEditor } from './editor.tsx';
import { type Drawn, follow, NOTHING_SEEN, opened, pathOf, type Sight, saved } from './server.ts';

const place = document.querySelector<HTMLElement>('[data-camera]');
if (place !== null) void begin(place, place.dataset['camera'] ?? '');

async function begin(root: HTMLElement, camera: string): Promise<void> {
  const others = new URLSearchParams(location.search).getAll('with').slice(0, 1);
  const all: Drawn[] = [];
  for (const id of [camera, ...others]) {
    const one = await opened(id);
    if (typeof one === 'string') {
      root.textContent = one;
      return;
    }
    all.push(one);
  }
  const sights = all.map(() => NOTHING_SEEN);
  let isDue = false;
  // Whatever changes, all of it is drawn again: what is the same stays as it is. Never at once, since a drawing that moves
  // the focus changes which corner is chosen, and one drawing inside another breaks both.
  const draw = () => {
    if (isDue) return;
    isDue = true;
    queueMicrotask(() => {
      isDue = false;
      render(<Cameras all={all} sights={sights} />, root);
    });
  };
  for (const [at, { camera: id, editing }] of all.entries()) {
    editing.whenChanged = draw;
    void follow(id, (change) => {
      sights[at] = { ...(sights[at] ?? NOTHING_SEEN), ...change };
      const { look } = change.shown ?? {};
      if (look === undefined) draw();
      else editing.seen = { boxes: look.boxes, falsePlaces: look.false_places };
    });
  }
  root.replaceChildren();
  // The age of a picture goes on.
  draw();
  window.setInterval(draw, 1_000);
}

/** One camera; or two of a room, with the floor that both see. */
function Cameras({ all, sights }: { all: Drawn[]; sights: Sight[] }) {
  const views = all.map((drawn, at) => {
    const { camera, coverage } = drawn;
    const sight = sights[at] ?? NOTHING_SEEN;
    const save = () => saved(drawn, ...all.filter((other) => other !== drawn));
    return (
      <section key={camera}>
        {all.length > 1 && (
          <h2>
            <bdi>{camera}</bdi>
          </h2>
        )}
        {coverage !== null && <p class="said">{coverage}</p>}
        <ZoneEditor {...{ drawn, sight, save }} />
        {sight.refused !== null && (
          <p class="fault" role="alert">
            {sight.refused}
          </p>
        )}
      </section>
    );
  });
  const [first, second] = all;
  if (first === undefined || second === undefined) return <>{views}</>;
  const add = () => {
    const zones = all.flatMap(({ editing }) => editing.zones);
    const name = freeName(zones, 'overlap');
    for (const { editing } of all) editing.add('overlap', name);
  };
  return (
    <>
      <p>
        People on the floor that both see are counted once. Draw it on both pictures: they are saved
        together.
      </p>
      <p class="acts">
        <button type="button" disabled={all.some(({ editing }) => !editing.canAdd)} onClick={add}>
          Add the floor that both see
        </button>
        <a class="more" href={pathOf(first.camera)}>
          Back to this camera alone
        </a>
      </p>
      {views}
    </>
  );
}
