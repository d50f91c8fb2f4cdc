/** One camera: its live picture and its zones, by the script web/zones/camera.tsx; what detectors see, and how far a try comes. */

import type { CameraData, DetectorTest } from '../../owner-data.ts';
import { Alert, Form, faultOf, fieldsOf, rowForm, Tick } from '../../parts/forms.tsx';
import { Head, Section } from '../../parts/rows.tsx';
import { linkList } from '../../parts/shell.tsx';
import { counted } from '../../words/format.ts';
import { Boxes } from '../../zones/outline.tsx';
import { addCamera, stagesOf, stateOf } from './cameras.tsx';

/** Of the API. */
const MAX_TRIED = 6;

const LOST = 'Its zones and password are forgotten. Its counts stay.';
const REMOVE = ['remove-camera', 'Remove this camera', '', LOST] as const;

export function cameraPage({ camera, others, detectors, sent }: CameraData) {
  const here = `/cameras/${encodeURIComponent(camera.id)}`;
  const isChosen = (name: string, at: number) =>
    fieldsOf(sent, 'compare').typed(`detector:${name}`, at < MAX_TRIED ? 'yes' : '') !== '';
  return (
    <>
      <Head crumbs={[['/cameras', 'Cameras']]} title={camera.id} />
      <p class="context">{stateOf(camera)}</p>
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
        <Section id="shared" title="Floor that two cameras see">
          <p class="context">
            People on it are counted once. Draw it on the pictures of both cameras.
          </p>
          {linkList(
            others.map((other) => [
              `${here}?with=${encodeURIComponent(other)}`,
              `Draw it with ${other}`,
            ]),
          )}
        </Section>
      )}
      <Section id="checks" title="Checks">
        <Form
          {...{ sent, action: here, act: 'compare', id: 'compare' }}
          title="Compare detectors"
          text="Each looks at the same picture, for a few seconds. A better detector finds people that others miss."
          button="Compare them on the current picture"
        >
          <fieldset>
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
          {sent?.test && resultsOf(camera.id, sent.test)}
        </Form>
        <Form
          {...{ sent, action: here, act: 'probe', id: 'try', button: 'Try it' }}
          title="Try this camera"
          text="Every step from its address to the people in a picture, and what to do if one fails. It can take half a minute."
        >
          {stagesOf(sent, 'probe')}
        </Form>
      </Section>
      <Section id="change" title="Address and login">
        <p class="context">Type the whole address, also for a new password.</p>
        {addCamera(null, sent, here)}
        {faultOf(sent, ['remove-camera'], here)}
        {rowForm(here, ['camera', camera.id], REMOVE)}
      </Section>
    </>
  );
}

function resultsOf(camera: string, test: DetectorTest) {
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
                <svg
                  class="outline"
                  viewBox="0 0 1 1"
                  preserveAspectRatio="none"
                  aria-hidden="true"
                >
                  <Boxes of={boxes.map(({ box }) => ({ box, verdict: 'counted' }))} />
                </svg>
              </div>
            )}
            <figcaption>
              <strong>
                <bdi>{name}</bdi>
              </strong>
              : {words === null ? peopleWords(count) : `failed: ${words}`}
              {ms !== null && `, ${ms < 10 ? ms.toFixed(1) : Math.round(ms)} ms`}
              {input !== null && (
                <span class="note">{` looks at ${input.width} × ${input.height}`}</span>
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
