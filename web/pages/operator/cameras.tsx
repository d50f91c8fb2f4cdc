/** The cameras of a gym, for its owner. */

import type { CameraRow, CamerasData, Weak } from '../../operator-data.ts';
import { date, dateOf, timeOf } from '../../words/format.ts';
import { CAMERA_STATES } from '../../words/reasons.ts';
import { AddCamera, FindCameras } from './find.tsx';

export function Cameras({ content }: { readonly content: CamerasData }) {
  const { cameras, range, rooms, weak, sent } = content;
  return (
    <>
      <h1>Cameras</h1>
      <p class="context">
        {cameras.length === 0
          ? 'No camera yet. Find one in your network, or type its address.'
          : 'What each camera is doing. Open one to see what it sees, and to draw its zones.'}
      </p>
      {cameras.length > 0 && (
        <table class="sign-ins">
          <thead>
            <tr>
              <th scope="col">Camera</th>
              <th scope="col">State</th>
              <th scope="col">Last count</th>
            </tr>
          </thead>
          <tbody>
            {cameras.map((camera) => (
              <Row key={camera.id} camera={camera} />
            ))}
          </tbody>
        </table>
      )}
      <Detectors weak={weak} />
      <h2>Add a camera</h2>
      {rooms.length === 0 ? (
        <p>
          <a class="more" href="/setup/rooms">
            Add a room first
          </a>
        </p>
      ) : (
        <>
          <FindCameras {...{ range, sent }} />
          <AddCamera {...{ rooms, sent }} />
        </>
      )}
    </>
  );
}

/** What is weak about the detectors, and the way to the others. */
export function Detectors({ weak: { hint, better } }: { readonly weak: Weak }) {
  return (
    <section class="panel">
      {hint !== null && <p>What counts your cameras is weak: {hint}</p>}
      {better !== null && (
        <form method="post" action="/models">
          <input type="hidden" name="model" value={better} />
          <button type="submit" name="act" value="install">
            Install {better}
          </button>
        </form>
      )}
      <a class="more" href="/models">
        Detectors and models
      </a>
    </section>
  );
}

function Row({ camera }: { readonly camera: CameraRow }) {
  const { id, lastCount } = camera;
  return (
    <tr>
      <th scope="row">
        <a href={`/cameras/${encodeURIComponent(id)}`}>
          <bdi>{id}</bdi>
        </a>
      </th>
      <td data-name="State">
        <State camera={camera} />
      </td>
      <td data-name="Last count">
        {lastCount === null ? 'none since the start' : when(lastCount)}
      </td>
    </tr>
  );
}

/** What a camera does, since when, and what a person can do about it. */
export function State({ camera }: { readonly camera: CameraRow }) {
  const { state, since, detail } = camera;
  return (
    <>
      {CAMERA_STATES[state] ?? state}, since {when(since)}
      {detail !== null && <span class="note"> {detail}</span>}
    </>
  );
}

function when(time: string): string {
  return `${date(dateOf(time), 'short')}, ${timeOf(time)}`;
}
