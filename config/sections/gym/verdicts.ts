/** Verdicts: from which fill a class is called full, healthy, fair, weak or dead. Source: docs/method.md#verdicts. */

import { type Static, Type } from 'typebox';
import { defaulted } from '../field.ts';

const rate = (description: string, value: number) =>
  defaulted(Type.Number({ description, minimum: 0, maximum: 2, default: value }));

export const VERDICTS = Type.Object(
  {
    dead_below: rate('Fill below which a class is dead.', 0.3),
    weak_below: rate('Fill below which a class is weak.', 0.5),
    fair_below: rate('Fill below which a class is fair; above it is healthy.', 0.7),
    full_from: rate('Fill from which a class is full.', 0.85),
    loss_share: rate(
      'Share of its graded occurrences that must lose money for a class that is not dead to be unprofitable, whatever its fill.',
      0.75,
    ),
    min_occurrences: defaulted(
      Type.Integer({
        description: 'Graded occurrences below which a class has no verdict.',
        minimum: 4,
        maximum: 100,
        default: 4,
      }),
    ),
    no_show_alert: rate('No-show rate above which a class is marked.', 0.15),
  },
  {
    additionalProperties: false,
    default: {},
    description:
      'The limits of full, healthy, fair, weak and dead. Each limit is above the one before it.',
  },
);

export type VerdictsSection = Static<typeof VERDICTS>;
