/** Whose figures a request gets: the sample gym of the sandbox, the gym that it names, or the default one. */

import { Type } from 'typebox';
import type { Clock, GymView } from '../../../engine/index.ts';
import type { GymSource } from '../../gym-source.ts';
import { problem } from '../../http/problem.ts';
import type { Answer, ProblemBody } from '../route.ts';

/** Headers of every analytics route. They are checked for nothing but being text. */
export const CREDENTIALS = {
  authorization: Type.Optional(
    Type.String({ description: 'Bearer credential: `Bearer <API_KEY>`. Access is open for now.' }),
  ),
  'x-api-key': Type.Optional(
    Type.String({ description: 'The key, in place of `Authorization`. Access is open for now.' }),
  ),
  'x-sandbox': Type.Optional(
    Type.String({
      description: '`true` (in any case) selects sample data that are the same everywhere.',
    }),
  ),
};

export interface AnalyticsParts {
  readonly gyms: GymSource;
  readonly clock: Clock;
}

type AnswerHeaders = NonNullable<Answer['headers']>;

/** A caller's figures are kept by nobody else, and asked for again each time. */
const PRIVATE: AnswerHeaders = [
  ['Cache-Control', 'private, no-cache'],
  ['Vary', 'Authorization, X-Api-Key, X-Sandbox'],
];
const SANDBOX: AnswerHeaders = [...PRIVATE, ['X-Sandbox', 'true']];

/** A gym that may be looked at, and the headers of what is said about it. */
export interface Access {
  readonly view: GymView;
  readonly headers: AnswerHeaders;
}

export interface AccessWords {
  readonly sandbox: string | undefined;
  /** Undefined where the request names none. */
  readonly gymId?: string | undefined;
}

/** The gym of a request, or the refusal: the same for a gym that does not exist and one that is not the caller's. */
export function accessTo(
  { gyms, clock }: AnalyticsParts,
  words: AccessWords,
): Access | Answer<ProblemBody> {
  const isSandbox = words.sandbox?.toLowerCase() === 'true';
  const headers = isSandbox ? SANDBOX : PRIVATE;
  const view = isSandbox
    ? named(gyms.sandbox(clock.nowUtcMs()), words.gymId)
    : gyms.view(words.gymId ?? gyms.defaultGymId());
  if (view !== null) return { view, headers };
  return problem('forbidden', 'No gym of this id is open to this request.', { headers });
}

export function isRefusal(access: Access | Answer<ProblemBody>): access is Answer<ProblemBody> {
  return 'status' in access;
}

function named(view: GymView, gymId: string | undefined): GymView | null {
  return gymId === undefined || gymId === view.gym.id ? view : null;
}
