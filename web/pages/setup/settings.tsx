/** The gym itself and its prices: forms that are sent to the server and come back as this page. They need no script. */

import type { ComponentChildren } from 'preact';
import type { SetupData } from '../../owner-data.ts';
import { Alert, Field, fieldsOf, Said, Select, Submit, typed } from '../../parts/forms.tsx';
import { Records } from '../../parts/records.tsx';

interface FormProps {
  readonly content: SetupData;
}

/** A form of the settings: what came of it stands above its fields. */
function SettingsForm({ content, children }: FormProps & { readonly children: ComponentChildren }) {
  const { sent, step, isSaved } = content;
  return (
    <form class="panel" method="post" action={`/setup/${step}`}>
      {isSaved && <Said>Saved.</Said>}
      <Alert text={sent?.fault ?? null} />
      {children}
      <Submit act={step}>Save</Submit>
    </form>
  );
}

interface PlaceFieldsProps {
  readonly zones: readonly string[];
  readonly zone: string;
  readonly currency: string | undefined;
  /** Whether the zone is a guess that the browser may better. */
  readonly isGuess?: boolean;
}

/** Where a gym is, for its times and its money. */
export function PlaceFields({ zones, zone, currency, isGuess = false }: PlaceFieldsProps) {
  return (
    <>
      <Select
        name="timezone"
        label="Time zone"
        options={zones.map((one) => [one, one])}
        chosen={zone}
        data-guess={isGuess || undefined}
      />
      <Field
        name="currency"
        label="Currency"
        hint="Three letters, such as GBP or EUR. Leave it empty to see no money."
        pattern="[A-Za-z]{3}"
        maxLength={3}
        value={currency}
      />
    </>
  );
}

export function GymForm({ content }: FormProps) {
  const { settings, sent, step } = content;
  const field = fieldsOf(sent, step);
  const number = { inputMode: 'decimal', maxLength: 6 } as const;
  return (
    <SettingsForm content={content}>
      {field('name', 'Gym name', { maxLength: 100, required: true, stored: settings.name })}
      <PlaceFields
        zones={settings.zones}
        zone={typed(sent, step, 'timezone', settings.timezone)}
        currency={typed(sent, step, 'currency', settings.currency)}
      />
      <h3>Goals</h3>
      <p class="context">What a class should reach on average. Pages show it next to the result.</p>
      <p class="pair">
        {field('fill_goal', 'Percent full', { ...number, stored: settings.fillGoal })}
        {field('people_goal', 'People', { ...number, stored: settings.peopleGoal })}
      </p>
      <h3>Words for several classes</h3>
      <p class="context">
        One a line, such as “spin: Power Ride, Rhythm Ride”. A question about spin is then about all
        of them.
      </p>
      <label for="families" class="unseen">
        Words for several classes
      </label>
      <textarea id="families" name="families" rows={4} maxLength={10_000}>
        {typed(sent, step, 'families', familiesText(settings.families))}
      </textarea>
    </SettingsForm>
  );
}

function familiesText(families: Readonly<Record<string, readonly string[]>>): string {
  return Object.entries(families)
    .map(([word, names]) => `${word}: ${names.join(', ')}`)
    .join('\n');
}

/** Fields of the form of prices, by their amount: the trainers' stand in a table of their own. */
export const PRICE_FIELDS = [
  [
    'revenuePerVisit',
    'revenue_per_visit',
    'Price of a visit',
    'What one person brings in, on average.',
  ],
  ['flatPay', 'flat_pay', 'Trainer pay per class', undefined],
  ['perHeadPay', 'per_head_pay', 'Trainer pay per person', undefined],
  ['roomCost', 'room_cost', 'Room cost per class', 'Rent, heating, cleaning.'],
  ['variableCost', 'variable_cost', 'Cost per person', 'Towels, water, energy.'],
] as const;

export function PricesForm({ content }: FormProps) {
  const { settings, trainers, sent, step } = content;
  const field = fieldsOf(sent, step);
  const unit = settings.currency === null ? '' : ` (${settings.currency})`;
  return (
    <SettingsForm content={content}>
      <p class="context">
        Turnout uses these to show what each class earns. Empty means not known.
      </p>
      {PRICE_FIELDS.map(([key, name, label, hint]) =>
        field(name, `${label}${unit}`, {
          ...(hint !== undefined && { hint }),
          inputMode: 'decimal',
          maxLength: 12,
          stored: settings[key],
        }),
      )}
      {trainers.length > 0 && (
        <>
          <h3>Trainers paid differently</h3>
          <Records
            head={['Trainer', `Per class${unit}`, `Per person${unit}`]}
            rows={trainers.map((trainer) => {
              const pay = settings.pay.get(trainer);
              return [
                <bdi>{trainer}</bdi>,
                <PayField {...{ content, trainer }} kind="flat" stored={pay?.flatPay} />,
                <PayField {...{ content, trainer }} kind="head" stored={pay?.perHeadPay} />,
              ];
            })}
          />
        </>
      )}
    </SettingsForm>
  );
}

interface PayFieldProps extends FormProps {
  readonly trainer: string;
  readonly kind: 'flat' | 'head';
  readonly stored: number | null | undefined;
}

function PayField({ content, trainer, kind, stored }: PayFieldProps) {
  const name = `${kind}:${trainer}`;
  return (
    <input
      name={name}
      aria-label={`${trainer}: ${kind === 'flat' ? 'per class' : 'per person'}`}
      inputMode="decimal"
      maxLength={12}
      value={typed(content.sent, content.step, name, stored)}
    />
  );
}

export function RoomsForm({ content: { rooms, ...content } }: FormProps) {
  const field = fieldsOf(content.sent, content.step);
  const number = { inputMode: 'numeric', maxLength: 5 } as const;
  return (
    <SettingsForm content={{ rooms, ...content }}>
      <p class="context">Add each room where classes take place, and how many people it holds.</p>
      {rooms.map(({ id, name, capacity }) => (
        <p key={id} class="pair">
          {field(`name:${id}`, 'Room name', { maxLength: 100, required: true, stored: name })}
          {field(`spots:${id}`, 'Spots', { ...number, stored: capacity })}
        </p>
      ))}
      <h3>New room</h3>
      <p class="pair">
        {field('name', 'Room name', { maxLength: 100 })}
        {field('spots', 'Spots', number)}
      </p>
    </SettingsForm>
  );
}
