/** Why there is no key: for a person on a page, for a program as every other error. */

import type { ProblemBody } from '../../../errors.ts';
import { ERRORS, type ErrorCode } from '../../../errors.ts';
import type { RateVerdict } from '../../../store/access/limits/rate-limiter.ts';
import type { Answer, Headers } from '../../http/message.ts';
import { problem } from '../../http/problem.ts';
import { refusalPage } from '../../pages/get-key.ts';
import { pageAnswer } from '../../pages/page.ts';
import { BY_ACCEPT, NOT_KEPT } from './answer-type.ts';

export interface Refusal {
  readonly code: ErrorCode;
  readonly heading: string;
  readonly sentence: string;
  readonly headers?: Headers;
}

export function refused(refusal: Refusal, isPage: boolean): Answer<ProblemBody> {
  const { code, heading, sentence, headers = [] } = refusal;
  return isPage
    ? pageAnswer(ERRORS[code].status, refusalPage(heading, sentence), [...BY_ACCEPT, ...headers])
    : problem(code, sentence, { headers: [...NOT_KEPT, ...headers] });
}

export function foreign(): Refusal {
  return {
    code: 'foreign_page',
    heading: 'This came from another site',
    sentence: 'Only our own page makes keys in a browser. None was made.',
  };
}

/** At a head office. */
export function noFreeKeys(): Refusal {
  return {
    code: 'forbidden',
    heading: 'No free keys here',
    sentence:
      'A head office gives out no free keys. Its operator makes keys with: turnout hq key create. The header "X-Sandbox: true" shows sample data without a key.',
  };
}

export function wrongType(right: readonly string[]): Refusal {
  return {
    code: 'unsupported_media_type',
    heading: 'Not a form that we know',
    sentence: `No body is needed, and one that is sent must be ${right.join(' or ')}. No key was made.`,
  };
}

/** Also where not the address but all of them together have had theirs: the limiter tells no difference. */
export function tooMany({ retryAfterS }: RateVerdict): Refusal {
  return {
    code: 'rate_limited',
    heading: 'No more keys for now',
    sentence: `As many keys as may be have been made from your address, or in all. The next one can be made in ${inWords(retryAfterS)}.`,
    headers: [['Retry-After', String(retryAfterS)]],
  };
}

/** Rounded up: anyone who waits that long has waited long enough. */
function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3_600)} hours`;
}
