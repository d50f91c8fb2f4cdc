/** One camera: its live picture and its zones, by the script web/zones/camera.tsx; what detectors see, and how far a try comes. */

import type { CameraData, DetectorTest } from '../../owner-data.ts';
import { Alert, Fault, Submit, Tick, typed } from '../../parts/forms.tsx';
import { More } from '../../parts/rows.tsx';
import { counted } from '../../words/format.ts';
import { Stages, State } from './cameras.tsx';

/** Of the API. */
const MAX_TRIED = 6;

export function CameraPage({ content }: { readonly content: CameraData }) {
  const { camera, others, sent } = content;
  const here = `/cameras/${encodeURIComponent(camera.id)}`;
  return (
    <>
      <p class="back">
        <a href="/cameras">All cameras</a>
      </p>
      <h1>
        <bdi>{camera.id}</bdi>
      </h1>
      <p class="context">
        <State camera={camera} />
      </p>
      <p>
        Draw zones where people are counted, and over mirrors, windows, screens and racks, where no
        one is.
      </p>
      <div data-camera={camera.id}>
        <p class="note">Waiting for a picture …</p>
        <noscript>
          <p class="note">The picture and its zones need JavaScript in your browser.</p>
        </noscript>
      </div>
      {others.length > 0 && (
        <section class="panel">
          <h2>Floor that two cameras see</h2>
          <p class="context">
            People on it are counted once. Draw it on the pictures of both cameras.
          </p>
          <ul>
            {others.map((other) => (
              <li key={other}>
                <More to={`${here}?with=${encodeURIComponent(other)}`}>Draw it with {other}</More>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Comparison content={content} here={here} />
      <form class="panel" method="post" action={`${here}#try`} id="try">
        <h2>Try this camera</h2>
        <p class="context">
          Each step from its name to the people on a picture, with what to do where one fails. It
          can take half a minute.
        </p>
        <Fault sent={sent} acts={['probe']} />
        <Submit act="probe">Try it</Submit>
        <Stages sent={sent} act="probe" />
      </form>
    </>
  );
}

interface ComparisonProps {
  readonly content: CameraData;
  readonly here: string;
}

function Comparison({ content: { camera, detectors, sent }, here }: ComparisonProps) {
  const isFirst = sent?.act !== 'compare';
  const isChosen = (name: string, at: number) =>
    isFirst ? at < MAX_TRIED : typed(sent, 'compare', `detector:${name}`) !== '';
  return (
    <form class="panel" method="post" action={`${here}#compare`} id="compare">
      <h2>Compare detectors</h2>
      <p class="context">
        They look at the same picture, one after the other: some seconds for each. A better detector
        finds people whom others miss.
      </p>
      <Fault sent={sent} acts={['compare']} />
      <fieldset class="choices">
        <legend>Detectors</legend>
        {detectors.map(({ name, weak }, at) => (
          <Tick
            key={name}
            type="checkbox"
            name={`detector:${name}`}
            value="yes"
            checked={isChosen(name, at)}
          >
            <bdi>{name}</bdi>
            {weak && <span class="note"> weak</span>}
          </Tick>
        ))}
      </fieldset>
      <Submit act="compare">Compare them on the current picture</Submit>
      {sent?.test !== undefined && <Results camera={camera.id} test={sent.test} />}
    </form>
  );
}

function Results({ camera, test }: { readonly camera: string; readonly test: DetectorTest }) {
  const { frame, width, height, words: fault, results } = test;
  return (
    <>
      <Alert text={fault} />
      <div class="trials">
        {results.map(({ name, count, ms, input, words, boxes }) => (
          <figure key={name}>
            {frame !== null && (
              <div class="tried">
                <img
                  src={`/operator/v1/cameras/${encodeURIComponent(camera)}/look/${frame}.jpg`}
                  width={width ?? undefined}
                  height={height ?? undefined}
                  alt={`What ${name} sees`}
                />
                <Boxes boxes={boxes} />
              </div>
            )}
            <figcaption>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              : {words === null ? peopleWords(count) : `failed: ${words}`}
              {ms !== null && `, ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}
              {input !== null && (
                <span class="note">
                  {' '}
                  looks at {input.width} × {input.height}
                </span>
              )}
            </figcaption>
          </figure>
        ))}
      </div>
    </>
  );
}

function peopleWords(count: number | null): string {
  return count === null ? 'not counted from one picture' : counted(count, 'person', 'people');
}

/** Of the drawing, which is stretched over the picture. */
const SIDE = 1000;

function Boxes({ boxes }: Pick<DetectorTest['results'][number], 'boxes'>) {
  return (
    <svg
      class="outline"
      viewBox={`0 0 ${SIDE} ${SIDE}`}
      preserveAspectRatio="none"
      aria-hidden="true"
    >
      {boxes.map(({ box: [x1, y1, x2, y2] }, at) => (
        <rect
          key={at}
          class="person is-counted"
          x={x1 * SIDE}
          y={y1 * SIDE}
          width={Math.max(0, x2 - x1) * SIDE}
          height={Math.max(0, y2 - y1) * SIDE}
        />
      ))}
    </svg>
  );
}
