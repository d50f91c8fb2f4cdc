/** The set-up of a gym: its steps as facts, and the form of one of them. */

import type { SetupData, SetupStep } from '../../operator-data.ts';
import { SETUP } from '../../words/setup.ts';
import { SIGN_IN_FAULTS, type SignInFault } from '../../words/sign-in.ts';
import { Product } from '../sign-in/sign-in.tsx';
import { Field } from './field.tsx';
import { ScheduleStep } from './schedule-step.tsx';
import { GymForm, PricesForm, RoomsForm } from './settings.tsx';
import { FirstCamera, KeysStep, ZonesStep } from './steps.tsx';

/** What is asked before there is a gym, and so an owner. It works without a script. */
export interface BeginProps {
  readonly zones: readonly string[];
  /** The zone of this computer. */
  readonly zone: string;
  readonly fault: SignInFault | null;
  /** What is wrong with the fields; null for nothing. */
  readonly told: string | null;
  /** What was typed before. */
  readonly typed: ReadonlyMap<string, string>;
}

export function beginPage({ zones, zone, fault, told, typed }: BeginProps) {
  const words = SETUP.gym;
  const shown = told ?? (fault === null ? null : SIGN_IN_FAULTS[fault]);
  return (
    <main class="plain sign-in" id="content">
      <Product />
      <h1>{SETUP.title}</h1>
      <p class="context">{SETUP.begin}</p>
      <form class="panel" method="post" action="/setup">
        {shown !== null && (
          <p class="fault" role="alert">
            {shown}
          </p>
        )}
        <Field
          name="code"
          label={SETUP.code}
          hint={SETUP.codeHint}
          inputMode="numeric"
          autocomplete="off"
          required
          value={typed.get('code')}
        />
        <Field name="name" label={words.name} maxLength={100} required value={typed.get('name')} />
        <label for="timezone">{words.timezone}</label>
        <select id="timezone" name="timezone" data-guess={typed.size === 0}>
          {zones.map((each) => (
            <option key={each} selected={each === zone}>
              {each}
            </option>
          ))}
        </select>
        <Field
          name="currency"
          label={words.currency}
          hint={words.currencyHint}
          pattern="[A-Za-z]{3}"
          maxLength={3}
          value={typed.get('currency')}
        />
        <button type="submit">{words.button}</button>
      </form>
    </main>
  );
}

export function Setup({ content }: { readonly content: SetupData }) {
  const { steps, step } = content;
  const after = steps.slice(steps.findIndex(({ id }) => id === step) + 1)[0];
  const isOver = steps.every(({ state }) => state !== 'open');
  return (
    <>
      <h1>{SETUP.title}</h1>
      <p class="context">{isOver ? SETUP.all : SETUP.text}</p>
      <div class="columns">
        <section>
          <h2>{SETUP.steps[step]}</h2>
          <Form content={content} />
          <p>
            {after === undefined || isOver ? (
              <a class="button" href="/">
                {SETUP.today}
              </a>
            ) : (
              <a class="more" href={`/setup/${after.id}`}>
                {SETUP.next}: {SETUP.steps[after.id]}
              </a>
            )}
          </p>
        </section>
        <nav class="side steps" aria-label={SETUP.stepsLabel}>
          <ol>
            {steps.map((each) => (
              <StepLink key={each.id} each={each} isHere={each.id === step} />
            ))}
          </ol>
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
        {SETUP.steps[id]}
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
    case 'schedule':
      return <ScheduleStep content={content} />;
    default:
      return <KeysStep />;
  }
}
