/** The gym itself and its prices: forms that are sent to the server and come back as this page. They need no script. */

import type { ComponentChildren } from 'preact';
import type { SetupData } from '../../owner-data.ts';
import { Form, field, fieldsOf, Note, select } from '../../parts/forms.tsx';
import { records } from '../../parts/records.tsx';

/**
 * A form of the settings: what came of it stands above its fields. It is for the revision of the file that the page was
 * drawn from, also where it is sent again after a refusal, unless that was of a change made elsewhere.
 */
function settingsForm(
  { sent, step, isSaved, revision }: SetupData,
  text: string | undefined,
  ...fields: ComponentChildren[]
) {
  const { typed } = fieldsOf(sent, step);
  const drawnFrom =
    sent?.code === 'config_changed' ? (revision ?? '') : typed('revision', revision);
  return (
    <Form {...{ sent, action: `/setup/${step}`, act: step, text, button: 'Save' }}>
      {isSaved && <Note>Saved.</Note>}
      <input type="hidden" name="revision" value={drawnFrom} />
      {fields}
    </Form>
  );
}

/** Where a gym is, for its times and its money. @param isGuess Whether the browser may better them. */
export function placeFields(
  zones: readonly string[],
  zone: string,
  currency: string | undefined,
  isGuess?: boolean,
) {
  const options = zones.map((one) => [one, one] as const);
  return (
    <>
      {select('timezone', 'Time zone', options, {
        chosen: zone,
        'data-guess': isGuess || undefined,
      })}
      {field('currency', 'Currency', {
        hint: 'Three letters, such as GBP or EUR. Left empty, amounts have no sign.',
        pattern: '[A-Za-z]{3}',
        maxLength: 40,
        value: currency,
      })}
    </>
  );
}

export function gymForm(content: SetupData) {
  const { settings, sent, step } = content;
  const { typed, field } = fieldsOf(sent, step);
  const number = { inputMode: 'decimal', maxLength: 6 } as const;
  const families = Object.entries<readonly string[]>(settings.families)
    .map(([word, names]) => `${word}: ${names.join(', ')}`)
    .join('\n');
  return settingsForm(
    content,
    undefined,
    field('name', 'Gym name', { maxLength: 100, required: true, stored: settings.name }),
    placeFields(
      settings.zones,
      typed('timezone', settings.timezone),
      typed('currency', settings.currency),
    ),
    <h3>Goals</h3>,
    <p class="context">What a class should reach on average. Pages show it next to the result.</p>,
    <p class="pair">
      {field('fill_goal', 'Percent full', { ...number, stored: settings.fillGoal })}
      {field('people_goal', 'People', { ...number, stored: settings.peopleGoal })}
    </p>,
    <h3>Groups of classes</h3>,
    <p class="context">
      One per line, such as “spin: Power Ride, Rhythm Ride”. Then a question about spin covers both.
    </p>,
    <label for="families" class="unseen">
      Groups of classes
    </label>,
    <textarea id="families" name="families" rows={4} maxLength={10_000}>
      {typed('families', families)}
    </textarea>,
  );
}

/** Fields of the form of prices, by their amount: the trainers' stand in a table of their own. */
export const PRICE_FIELDS = [
  [
    'revenuePerVisitMilli',
    'revenue_per_visit',
    'Price of a visit',
    'What one person brings in, on average.',
  ],
  ['flatPayMilli', 'flat_pay', 'Trainer pay per class', undefined],
  ['perHeadPayMilli', 'per_head_pay', 'Trainer pay per person', undefined],
  ['roomCostMilli', 'room_cost', 'Room cost per class', 'Rent, heating, cleaning.'],
  ['variableCostMilli', 'variable_cost', 'Cost per person', 'Towels, water, energy.'],
] as const;

/** An amount in units of the currency. */
export const units = (milli: number | null) => (milli === null ? null : milli / 1_000);

/** As people write prices: `9.50`, `14`, and with thousandths where it has some. */
const price = (milli: number | null) => units(milli)?.toString().replace(/\.\d$/, '$&0');

const AMOUNT = { inputMode: 'decimal', maxLength: 12 } as const;

export function pricesForm(content: SetupData) {
  const { settings, trainers, sent, step } = content;
  const { typed, field } = fieldsOf(sent, step);
  const unit = settings.currency === null ? '' : ` (${settings.currency})`;
  const pays = trainers.map((trainer) => {
    const pay = settings.economics.trainers.find(({ name }) => name === trainer);
    const amount = (name: string, words: string, stored: number | null = null) => (
      <input
        {...AMOUNT}
        name={`${name}:${trainer}`}
        aria-label={`${trainer}: ${words}`}
        value={typed(`${name}:${trainer}`, price(stored))}
      />
    );
    return [
      <bdi>{trainer}</bdi>,
      amount('flat', 'per class', pay?.flatPayMilli),
      amount('head', 'per person', pay?.perHeadPayMilli),
    ];
  });
  return settingsForm(
    content,
    'Turnout uses these to show what each class earns. Empty means not known.',
    PRICE_FIELDS.map(([key, name, label, hint]) =>
      field(name, `${label}${unit}`, { ...AMOUNT, hint, stored: price(settings.economics[key]) }),
    ),
    pays.length > 0 && <h3>Trainers paid differently</h3>,
    pays.length > 0 && records(['Trainer', `Per class${unit}`, `Per person${unit}`], pays),
  );
}

export function roomsForm(content: SetupData) {
  const { field } = fieldsOf(content.sent, content.step);
  const number = { inputMode: 'numeric', maxLength: 9 } as const;
  return settingsForm(
    content,
    'Add each room where classes take place, and how many people it holds. To remove a room without cameras, clear its name. Its history stays.',
    content.rooms.map(({ id, name, capacity }) => (
      <p key={id} class="pair">
        {field(`name:${id}`, 'Room name', { maxLength: 100, stored: name })}
        {field(`spots:${id}`, 'Spots', { ...number, stored: capacity })}
      </p>
    )),
    <h3>New room</h3>,
    <p class="pair">
      {field('name', 'Room name', { maxLength: 100 })}
      {field('spots', 'Spots', number)}
    </p>,
  );
}
