/** The cameras of a gym, for its owner. */

import type { CameraRow, CamerasData } from '../../operator-data.ts';
import { CAMERAS } from '../../words/cameras/cameras.ts';
import { date, dateOf, timeOf } from '../../words/format.ts';
import { SETUP } from '../../words/setup.ts';
import { AddCamera, FindCameras } from './find.tsx';

export function Cameras({ content }: { readonly content: CamerasData }) {
  const { cameras, range, rooms } = content;
  return (
    <>
      <h1>{CAMERAS.title}</h1>
      <p class="context">{cameras.length === 0 ? CAMERAS.none : CAMERAS.text}</p>
      {cameras.length > 0 && (
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
      <section class="panel" data-models="all" hidden />
      <h2>{SETUP.camera.title}</h2>
      {rooms.length === 0 ? (
        <p>
          <a class="more" href="/setup/rooms">
            {CAMERAS.room}
          </a>
        </p>
      ) : (
        <>
          <FindCameras range={range} />
          <AddCamera revision={null} rooms={rooms} />
        </>
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
