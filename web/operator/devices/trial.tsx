/** Several detectors on one picture of a camera, next to each other. */

import { useSignal } from '@preact/signals';
import { render } from 'preact';
import { TRIAL } from '../../words/cameras/devices.ts';
import { call, send } from '../calls.ts';
import type { DetectorList, DetectorTest, LookAnswer } from '../wire.ts';

/** Of the drawing, which is stretched over the picture. */
const SIDE = 1000;
/** Of the API. */
const MAX_TRIED = 6;

export function startTrial(): void {
  const place = document.querySelector<HTMLElement>('[data-trial]');
  const camera = place?.dataset['trial'] ?? '';
  if (place === null) return;
  void call<DetectorList>('/detectors').then(({ value }) => {
    if (value === null) return;
    const root = place.appendChild(document.createElement('div'));
    render(<Trial camera={camera} detectors={value.detectors} />, root);
  });
}

interface TrialProps {
  readonly camera: string;
  readonly detectors: DetectorList['detectors'];
}

function Trial({ camera, detectors }: TrialProps) {
  const path = `/cameras/${encodeURIComponent(camera)}`;
  const chosen = useSignal(detectors.slice(0, MAX_TRIED).map(({ name }) => name));
  const test = useSignal<DetectorTest | null>(null);
  const refused = useSignal<string | null>(null);
  const isRunning = useSignal(false);
  const run = async () => {
    isRunning.value = true;
    test.value = null;
    const body = { detectors: chosen.value };
    const answered = await send<DetectorTest>('POST', `${path}/detector-test`, body, null);
    isRunning.value = false;
    test.value = answered.value;
    refused.value = answered.refused ?? answered.value?.words ?? null;
  };
  const toggle = (name: string) => {
    const { value } = chosen;
    chosen.value = value.includes(name) ? value.filter((one) => one !== name) : [...value, name];
  };
  const isWrong = chosen.value.length === 0 || chosen.value.length > MAX_TRIED;
  return (
    <>
      <fieldset class="choices">
        <legend>{TRIAL.choose}</legend>
        {detectors.map(({ name, weak }) => (
          <label key={name}>
            <input
              type="checkbox"
              checked={chosen.value.includes(name)}
              onChange={() => toggle(name)}
            />{' '}
            <bdi>{name}</bdi>
            {weak && <span class="note"> {TRIAL.weak}</span>}
          </label>
        ))}
      </fieldset>
      <button type="button" disabled={isRunning.value || isWrong} onClick={() => void run()}>
        {TRIAL.button}
      </button>
      <p role="status">{isRunning.value && TRIAL.running}</p>
      {refused.value !== null && (
        <p class="fault" role="alert">
          {refused.value}
        </p>
      )}
      {test.value !== null && <Results path={path} test={test.value} />}
    </>
  );
}

function Results({ path, test }: { readonly path: string; readonly test: DetectorTest }) {
  const { frame, width, height, results } = test;
  return (
    <div class="trials">
      {results.map(({ name, count, ms, input, words, boxes }) => (
        <figure key={name}>
          {frame !== null && (
            <div class="tried">
              <img
                src={`/operator/v1${path}/look/${frame}.jpg`}
                width={width ?? undefined}
                height={height ?? undefined}
                alt={TRIAL.alt(name)}
              />
              <Boxes boxes={boxes} />
            </div>
          )}
          <figcaption>
            <strong>
              <bdi>{name}</bdi>
            </strong>
            {': '}
            {words === null ? TRIAL.people(count) : `${TRIAL.failed} ${words}`}
            {ms !== null && `, ${TRIAL.ms(ms)}`}
            {input !== null && <span class="note"> {TRIAL.input(input.width, input.height)}</span>}
          </figcaption>
        </figure>
      ))}
    </div>
  );
}

function Boxes({ boxes }: { readonly boxes: LookAnswer['boxes'] }) {
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
