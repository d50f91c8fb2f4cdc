/** `GET /v1/trainers/{trainer}`: how full the classes of a trainer are, and who stays away. */

import { Type } from 'typebox';
import { trainerCalled } from '../../../gym/figures/ask/resolve-names.ts';
import {
  TRAINER_REPORT,
  type TrainerBody,
  trainerReport,
} from '../../../gym/reports/trainers/trainer.ts';
import { problem } from '../../http/message.ts';
import { CREDENTIALS, defineRoute, type Route, reportOf } from '../route.ts';
import { DATES, datesFault, overDates } from './trainer-dates.ts';

export function trainerRoute(): Route {
  return defineRoute({
    method: 'GET',
    path: '/v1/trainers/{trainer}',
    operationId: 'get_trainer',
    summary: 'Fill rate and no-shows of one trainer, for a day or a week.',
    description:
      'Classes count for the trainer who taught them, substitutions included. Rates are ratios of sums over classes where both parts are known, and each comes with its n.',
    access: 'figures',
    errors: ['unknown_trainer', 'ambiguous_trainer'],
    parameters: {
      path: {
        trainer: Type.String({
          maxLength: 128,
          description:
            'Id of the trainer, the name or one word of it, such as the first name; case and accents do not matter.',
        }),
      },
      query: {
        period: Type.Enum(['day', 'week'], {
          default: 'week',
          description: '`day` is today, `week` the seven days that end today.',
        }),
      },
      header: CREDENTIALS,
    },
    response: TRAINER_REPORT,
    tool: {
      when: 'For one trainer; yesterday, last month and the like with `from` and `to`. For all trainers at once: ask.',
      input: DATES,
      fault: datesFault,
      shape: (body, given, caller, asOf) => overDates(body as TrainerBody, given, caller, asOf),
    },
    subject: ({ path }) => ({ trainer: path.trainer }),
    answer: ({ path, query }, { view, trainers, onTrainerSeen }) => {
      const found = trainerCalled(path.trainer, trainers);
      if ('code' in found) {
        const { code, detail, data = {} } = found;
        return problem(code, detail, { data });
      }
      const { id } = found;
      const { period } = query;
      const value = reportOf(view, `trainer ${period} ${id}`, () =>
        trainerReport(view, id, period),
      );
      onTrainerSeen?.(id);
      return { status: 200, value };
    },
  });
}
