/** The set-up of a gym: its steps as facts, and the form of one of them. */

import type { SetupData, SetupStepId } from '../../owner-data.ts';
import { Head, More, Section, section } from '../../parts/rows.tsx';
import { linkList, OWNER_PAGES } from '../../parts/shell.tsx';
import { addCamera, detectorsPart, findCameras } from '../operator/cameras.tsx';
import { keysStep } from './keys.tsx';
import { notifyStep } from './notify.tsx';
import { scheduleStep } from './schedule.tsx';
import { gymForm, pricesForm, roomsForm } from './settings.tsx';

const STEPS = {
  gym: ['Gym', gymForm],
  rooms: ['Rooms', roomsForm],
  camera: ['Cameras', firstCamera],
  zones: ['Zones', zonesStep],
  schedule: ['Timetable', scheduleStep],
  prices: ['Prices and pay', pricesForm],
  notify: ['Messages', notifyStep],
  keys: ['Keys', keysStep],
} as const satisfies Record<SetupStepId, unknown>;

const STATES = { done: 'done', open: 'to do', optional: 'optional' } as const;

export function setupPage(content: SetupData) {
  const { steps, step } = content;
  const after = steps.slice(steps.findIndex(({ id }) => id === step) + 1)[0];
  const [title, drawStep] = STEPS[step];
  const isOver = steps.every(({ state }) => state !== 'open');
  return (
    <>
      <Head
        title="Settings"
        context={[
          isOver
            ? 'You’re set. Your first count appears when a class starts.'
            : 'Saved as you go: stop and come back whenever you like.',
        ]}
      />
      <div class="columns">
        <Section id="step" title={title}>
          {drawStep(content)}
          <p>
            {after === undefined || isOver ? (
              <a class="button" href="/">
                Go to Today
              </a>
            ) : (
              <More to={`/setup/${after.id}`}>Next step: {STEPS[after.id][0]}</More>
            )}
          </p>
        </Section>
        <nav aria-label="Settings">
          <Section id="steps" title="Steps">
            <ol class="steps">
              {steps.map(({ id, state, detail }) => (
                <li key={id}>
                  <a href={`/setup/${id}`} aria-current={id === step ? 'step' : undefined}>
                    {STEPS[id][0]}
                  </a>{' '}
                  <span class="note">{[STATES[state], detail].filter(Boolean).join(': ')}</span>
                </li>
              ))}
            </ol>
          </Section>
          {section('more', 'More', linkList(OWNER_PAGES.slice(1)))}
        </nav>
      </div>
    </>
  );
}

function firstCamera({ cameras, range, rooms, weak, sent }: SetupData) {
  const here = '/setup/camera';
  return (
    <>
      {cameras.length > 0 && (
        <More to="/cameras">
          <bdi>{cameras.map(({ id }) => id).join(', ')}</bdi>
        </More>
      )}
      {findCameras(range, sent, here)}
      {addCamera(rooms, sent, here)}
      {weak?.hint && detectorsPart(weak)}
    </>
  );
}

function zonesStep({ cameras }: SetupData) {
  return (
    <div class="panel">
      <p class="context">
        Optional. Draw an ignore zone over mirrors, windows and screens, so that nobody is counted
        twice.
      </p>
      {linkList(
        cameras.map(({ id }) => [`/cameras/${encodeURIComponent(id)}`, `Draw zones for ${id}`]),
      )}
    </div>
  );
}
