/** The set-up of a gym: its steps as facts, and the form of one of them. */

import type { SetupData, SetupStep, SetupStepId } from '../../owner-data.ts';
import { More } from '../../parts/rows.tsx';
import { OWNER_PAGES } from '../../parts/shell.tsx';
import { AddCamera, Detectors, FindCameras } from '../operator/cameras.tsx';
import { KeysStep } from './keys.tsx';
import { NotifyStep } from './notify.tsx';
import { ScheduleStep } from './schedule.tsx';
import { GymForm, PricesForm, RoomsForm } from './settings.tsx';

const STEPS: Readonly<Record<SetupStepId, string>> = {
  gym: 'Gym',
  rooms: 'Rooms',
  camera: 'Cameras',
  zones: 'Zones',
  schedule: 'Timetable',
  prices: 'Prices and pay',
  notify: 'Messages',
  keys: 'Keys',
};

export function Setup({ content }: { readonly content: SetupData }) {
  const { steps, step } = content;
  const after = steps.slice(steps.findIndex(({ id }) => id === step) + 1)[0];
  const isOver = steps.every(({ state }) => state !== 'open');
  return (
    <>
      <h1>Settings</h1>
      <p class="context">
        {isOver
          ? 'You’re set. Your first count appears when a class starts.'
          : 'Saved as you go: stop and come back whenever you like.'}
      </p>
      <div class="columns">
        <section>
          <h2>{STEPS[step]}</h2>
          <Form content={content} />
          <p>
            {after === undefined || isOver ? (
              <a class="button" href="/">
                Go to Today
              </a>
            ) : (
              <More to={`/setup/${after.id}`}>Next step: {STEPS[after.id]}</More>
            )}
          </p>
        </section>
        <nav class="side steps" aria-label="Settings">
          <ol>
            {steps.map((each) => (
              <StepLink key={each.id} each={each} isHere={each.id === step} />
            ))}
          </ol>
          <h2>More</h2>
          <ul>
            {OWNER_PAGES.slice(1).map(([page, words]) => (
              <li key={page}>
                <a href={page}>{words}</a>
              </li>
            ))}
          </ul>
        </nav>
      </div>
    </>
  );
}

const STATES = { done: 'done', open: 'to do', optional: 'optional' } as const;

function StepLink({ each: { id, state, told }, isHere }: { each: SetupStep; isHere: boolean }) {
  return (
    <li class={`is-${state}`}>
      <a href={`/setup/${id}`} aria-current={isHere ? 'step' : undefined}>
        {STEPS[id]}
      </a>{' '}
      <span class="note">
        {STATES[state]}
        {told !== null && `: ${told}`}
      </span>
    </li>
  );
}

function Form({ content }: { readonly content: SetupData }) {
  switch (content.step) {
    case 'gym':
      return <GymForm content={content} />;
    case 'rooms':
      return <RoomsForm content={content} />;
    case 'camera':
      return <FirstCamera content={content} />;
    case 'zones':
      return <ZonesStep content={content} />;
    case 'prices':
      return <PricesForm content={content} />;
    case 'notify':
      return <NotifyStep content={content} />;
    case 'schedule':
      return <ScheduleStep content={content} />;
    default:
      return <KeysStep content={content} />;
  }
}

function FirstCamera({ content }: { readonly content: SetupData }) {
  const { cameras, range, rooms, weak, sent } = content;
  return (
    <>
      {cameras.length > 0 && (
        <More to="/cameras">
          <bdi>{cameras.map(({ id }) => id).join(', ')}</bdi>
        </More>
      )}
      <FindCameras {...{ range, sent }} />
      <AddCamera {...{ rooms, sent }} />
      {weak !== undefined && weak.hint !== null && <Detectors weak={weak} />}
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
      <ul>
        {content.cameras.map(({ id }) => (
          <li key={id}>
            <More to={`/cameras/${encodeURIComponent(id)}`}>Draw zones for {id}</More>
          </li>
        ))}
      </ul>
    </div>
  );
}
