/** The gyms that a key may see: ids to ask about. At a head office. Free. */

import { Type } from 'typebox';
import { closed, count, nullable } from '../../../gym/reports/field.ts';
import type { Clock } from '../../../runtime/clock.ts';
import type { ChainFigures } from '../../../service/figures/chain-figures.ts';
import type { Tool } from './tool.ts';

/** Chosen here: what a model can hold. */
const MAX_GYMS = 500;
/** Three signs of life of a box. */
const SILENT_MS = 15 * 60_000;

const GYM = Type.Object(
  {
    id: Type.String({ description: 'For `gym_id`.' }),
    name: Type.String(),
    groups: Type.Array(Type.String()),
    state: Type.Enum(['online', 'silent', 'never_heard'], {
      description: '`silent`: its box has sent nothing for 15 minutes.',
    }),
    last_heard_at: nullable(Type.String({ format: 'date-time' })),
  },
  closed,
);
const OUTPUT = Type.Object(
  {
    total: count('Gyms of the key, also where more than 500 are.'),
    gyms: Type.Array(GYM, { maxItems: MAX_GYMS, description: 'By id.' }),
  },
  { ...closed, title: 'Gyms', description: 'Gyms that may be asked about.' },
);

const INPUT = Type.Object(
  { group: Type.Optional(Type.String({ maxLength: 64, description: 'Only gyms of this group.' })) },
  closed,
);

export interface ListGymsParts {
  readonly chain: ChainFigures;
  readonly clock: Pick<Clock, 'nowUtcMs'>;
}

export function listGymsTool({ chain, clock }: ListGymsParts): Tool {
  return {
    name: 'list_gyms',
    title: 'List gyms',
    description:
      'Ids, names and groups of the gyms that this key may see, and whether their boxes send. The ids are for gym_id of the other tools. Costs nothing.',
    input: INPUT,
    output: OUTPUT,
    isCharged: false,
    isForTrainers: false,
    call: async ({ group }, turn) => {
      const key = (await turn.visitor()).principal?.key;
      const scope = key?.scope ?? ({ kind: 'gyms', gyms: key ? [key.gymId] : [] } as const);
      const gyms = chain
        .gyms(scope)
        .filter(({ groups }) => typeof group !== 'string' || groups.includes(group));
      const heard = await chain.heard();
      const nowUtcMs = clock.nowUtcMs();
      const listed = gyms.slice(0, MAX_GYMS).map(({ id, name, groups }) => {
        const atUtcMs = heard.get(id) ?? null;
        const isSilent = atUtcMs !== null && nowUtcMs - atUtcMs > SILENT_MS;
        const state = atUtcMs === null ? 'never_heard' : isSilent ? 'silent' : 'online';
        const last_heard_at = atUtcMs === null ? null : new Date(atUtcMs).toISOString();
        return { id, name, groups, state, last_heard_at };
      });
      return { status: 200, value: { total: gyms.length, gyms: listed } };
    },
  };
}
