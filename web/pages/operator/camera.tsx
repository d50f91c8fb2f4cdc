/** One camera: its live picture, and its zones. The picture comes by the script of this page, web/operator/camera.tsx. */

import type { CameraData } from '../../operator-data.ts';
import { CAMERAS } from '../../words/cameras/cameras.ts';
import { PAIR, PROBE, TRIAL } from '../../words/cameras/devices.ts';
import { LOOK } from '../../words/zones.ts';
import { State } from './cameras.tsx';

export function CameraPage({ content: { camera, others } }: { readonly content: CameraData }) {
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
      {others.length > 0 && (
        <section class="panel">
          <h2>{PAIR.title}</h2>
          <p class="context">{PAIR.text}</p>
          <ul>
            {others.map((other) => (
              <li key={other}>
                <a
                  class="more"
                  href={`/cameras/${encodeURIComponent(camera.id)}?with=${encodeURIComponent(other)}`}
                >
                  {PAIR.with(other)}
                </a>
              </li>
            ))}
          </ul>
        </section>
      )}
      <section class="panel" data-trial={camera.id}>
        <h2>{TRIAL.title}</h2>
        <p class="context">{TRIAL.text}</p>
      </section>
      <form class="panel" data-probe-form={camera.id}>
        <h2>{PROBE.title}</h2>
        <p class="context">{PROBE.text}</p>
        <button type="submit">{PROBE.button}</button>
      </form>
    </>
  );
}
