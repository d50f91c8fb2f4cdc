/** The set-up of a gym: its steps as facts, and the form of one of them. */

import type { SetupData, SetupStepId } from '../../owner-data.ts';
import { Head, More, Section } from '../../parts/rows.tsx';
import { Links, OWNER_PAGES } from '../../parts/shell.tsx';
import { addCamera, Detectors, findCameras } from '../operator/cameras.tsx';
import { KeysStep } from './keys.tsx';
import { NotifyStep } from './notify.tsx';
import { ScheduleStep } from './schedule.tsx';
import { GymForm, PricesForm, RoomsForm } from './settings.tsx';

const STEPS = {
  gym: ['Gym', GymForm],
  rooms: ['Rooms', RoomsForm],
  camera: ['Cameras', FirstCamera],
  zones: ['Zones', ZonesStep],
  schedule: ['Timetable', ScheduleStep],
  prices: ['Prices and pay', PricesForm],
  notify: ['Messages', NotifyStep],
  keys: ['Keys', KeysStep],
} as const satisfies Record<SetupStepId, unknown>;

const STATES = { done: 'done', open: 'to do', optional: 'optional' } as const;

export function setupPage(content: SetupData) {
  const { steps, step } = content;
  const after = steps.slice(steps.findIndex(({ id }) => id === step) + 1)[0];
  const [title, Step] = STEPS[step];
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
          <Step content={content} />
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
              {steps.map(({ id, state, told }) => (
                <li key={id}>
                  <a href={`/setup/${id}`} aria-current={id === step ? 'step' : undefined}>
                    {STEPS[id][0]}
                  </a>{' '}
                  <span class="note">
                    {STATES[state]}
                    {told !== null && `: ${told}`}
                  </span>
                </li>
              ))}
            </ol>
          </Section>
          <Section id="more" title="More">
            <Links pages={OWNER_PAGES.slice(1)} />
          </Section>
        </nav>
      </div>
    </>
  );
}

function FirstCamera({ content }: { readonly content: SetupData }) {
  const { cameras, range, rooms, weak, sent } = content;
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
      {weak?.hint && <Detectors weak={weak} />}
    </>
  );
}

function ZonesStep({ content }: { readonly content: SetupData }) {
  return (
    <div class="panel">
      <p class="context">
        Optional. Draw an ignore zone over mirrors, windows and screens, so that nobody is counted
        twice.
      </p>
      <Links
        pages={content.cameras.map(({ id }) => [
          `/cameras/${encodeURIComponent(id)}`,
          `Draw zones for ${id}`,
        ])}
      />
    </div>
  );
}
