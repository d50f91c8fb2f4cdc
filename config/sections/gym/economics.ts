/** Economics: what a class earns and costs, where the booking system does not say it. */

import { type Static, Type } from 'typebox';
import { defaulted, label, money } from '../field.ts';

/**
 * Amounts in the gym's currency. Revenue that is left out is unknown; of costs, what is left out counts as nothing as soon
 * as one of them is given (`docs/reports.md`).
 */
const AMOUNTS = {
  revenue_per_visit: Type.Optional(
    money('Revenue for one person in a class. Used if no revenue is imported.'),
  ),
  flat_pay: Type.Optional(money('Pay of the trainer for a class, whatever the attendance.')),
  per_head_pay: Type.Optional(money('Pay of the trainer for each person present.')),
  room_cost: Type.Optional(money('Cost of the room for one class.')),
  variable_cost: Type.Optional(money('Cost of each person present: towels, water, energy.')),
};

const FOR_CLASS = Type.Object(
  { name: label('Name of the class as in the schedule; case does not matter.'), ...AMOUNTS },
  { additionalProperties: false, description: 'Amounts of one class.' },
);

const FOR_TRAINER = Type.Object(
  {
    name: label('Name or id of the trainer; case and accents do not matter.'),
    flat_pay: AMOUNTS.flat_pay,
    per_head_pay: AMOUNTS.per_head_pay,
  },
  { additionalProperties: false, description: 'Pay of one trainer.' },
);

export const ECONOMICS = Type.Object(
  {
    ...AMOUNTS,
    classes: defaulted(
      Type.Array(FOR_CLASS, {
        maxItems: 200,
        default: [],
        description: 'Classes whose amounts differ. They override the general ones.',
      }),
    ),
    trainers: defaulted(
      Type.Array(FOR_TRAINER, {
        maxItems: 200,
        default: [],
        description: 'Trainers whose pay differs. It overrides that of the class.',
      }),
    ),
  },
  {
    additionalProperties: false,
    default: {},
    description:
      'What classes earn and cost, in the currency of the gym. A missing revenue is unknown. As soon as one cost is given, missing costs are 0.',
  },
);

export type EconomicsSection = Static<typeof ECONOMICS>;
