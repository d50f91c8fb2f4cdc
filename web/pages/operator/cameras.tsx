/** The cameras of a gym, for its owner. */

import type { CameraRow, CamerasData } from '../../operator-data.ts';
import { CAMERAS } from '../../words/cameras.ts';
import { EN } from '../../words/en.ts';
import { date, dateOf, timeOf } from '../../words/format.ts';

export function Cameras({ content }: { readonly content: CamerasData }) {
  const { cameras } = content;
  return (
    <>
      <h1>{CAMERAS.title}</h1>
      <p class="context">{cameras.length === 0 ? CAMERAS.none : CAMERAS.text}</p>
      {cameras.length === 0 ? (
        <pre>{EN.steps.camera}</pre>
      ) : (
        <table class="sign-ins">
          <thead>
            <tr>
              <th scope="col">{CAMERAS.camera}</th>
              <th scope="col">{CAMERAS.state}</th>
              <th scope="col">{CAMERAS.last}</th>
            </tr>
          </thead>
          <tbody>
            {cameras.map((camera) => (
              <Row key={camera.id} camera={camera} />
            ))}
          </tbody>
        </table>
      )}
    </>
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
      <td data-name={CAMERAS.state}>
        <State camera={camera} />
      </td>
      <td data-name={CAMERAS.last}>{lastCount === null ? CAMERAS.never : when(lastCount)}</td>
    </tr>
  );
}

/** What a camera does, since when, and what a person can do about it. */
export function State({ camera }: { readonly camera: CameraRow }) {
  const { state, since, detail } = camera;
  return (
    <>
      {CAMERAS.states[state] ?? state}, {CAMERAS.since.toLowerCase()} {when(since)}
      {detail !== null && <span class="note"> {detail}</span>}
    </>
  );
}

function when(time: string): string {
  return `${date(dateOf(time), 'short')}, ${timeOf(time)}`;
}
