/** One camera: its live picture, and its zones. The picture comes by the script of this page, web/operator/camera.tsx. */

import type { CameraData } from '../../operator-data.ts';
import { CAMERAS } from '../../words/cameras.ts';
import { LOOK } from '../../words/zones.ts';
import { State } from './cameras.tsx';

export function CameraPage({ content: { camera } }: { readonly content: CameraData }) {
  return (
    <>
      <p class="back">
        <a href="/cameras">{CAMERAS.all}</a>
      </p>
      <h1>
        <bdi>{camera.id}</bdi>
      </h1>
      <p class="context">
        <State camera={camera} />
      </p>
      <p>{CAMERAS.draw}</p>
      <div data-camera={camera.id}>
        <p class="note">{LOOK.waiting}</p>
      </div>
    </>
  );
}
