/**
 * `/get-key`: free keys for the sample gym, as a page for a person and as JSON for a program. GET never makes a key. Only
 * POST does, and never for a page of another site: it would use up the keys of its visitors' addresses.
 */

import { ERRORS, type ErrorCode, type ProblemBody } from '../../errors.ts';
import { FREE_GYM_ID } from '../../store/access/key.ts';
import { addressGroup } from '../../store/access/limits.ts';
import { issuedKeyPage, keyOfferPage } from '../../web/pages/get-key.tsx';
import { refusedPage } from '../../web/pages/notice.tsx';
import {
  type Answer,
  type ApiRequest,
  type Headers,
  JSON_TYPE,
  preferredType,
  problem,
  retryAfter,
} from '../http/message.ts';
import { FORM_TYPE, isFromForeignPage, mediaTypeOf } from '../http/origin.ts';
import { ISSUED_KEY, type IssuedKey, KEY_OFFER, type KeyOffer } from '../schemas/credentials.ts';
import { type App, freeKeysOf } from './app.ts';
import { type Route, route } from './route.ts';
import { plainPage } from './site/page-answer.ts';

const HTML = 'text/html';

/** Pages say so themselves. */
const NO_STORE: Headers = [
  ['Vary', 'Accept'],
  ['Cache-Control', 'no-store'],
];

export function getKeyRoutes(app: App): readonly Route[] {
  const freeKeys = freeKeysOf(app);
  const offer = route({
    name: 'GET /get-key',
    operationId: 'get_key_offer',
    summary: 'The page for a free key.',
    description:
      'A page with a button, or a JSON offer if `Accept` prefers JSON. It makes no key: `POST` does.',
    errors: ['forbidden'],
    textTypes: [HTML],
    response: KEY_OFFER,
    answer: ({ headers }) => {
      const isPage = isPageReadFor(headers.get('accept'));
      if (freeKeys === null) return refused(NO_FREE_KEYS, isPage);
      const [base, lookups] = [app.base(), app.freeLookups()];
      const url = `${base}/get-key`;
      const example = `curl -X POST ${shellText(url)}`;
      if (isPage) {
        const sample = `curl -H 'X-Sandbox: true' ${shellText(`${base}/v1/summary`)}`;
        const body = keyOfferPage({ lookups, calls: { key: example, sample } });
        return plainPage({ status: 200, title: 'Get a free key', body });
      }
      const value: KeyOffer = {
        description: 'A free key for the sample gym. It is shown once.',
        method: 'POST',
        url,
        gym_id: FREE_GYM_ID,
        role: 'free',
        lookups,
        limits: freeKeys.windows.map(({ limit, windowS }) => ({ keys: limit, seconds: windowS })),
        example,
      };
      return { status: 200, value, headers: NO_STORE };
    },
  });

  const issuing = route({
    name: 'POST /get-key',
    operationId: 'create_free_key',
    summary: 'Makes a free key.',
    description:
      'The key is shown once. No body is needed, and a body is ignored. With `Accept: text/html` the answer is a page, as for the form of `GET`. An address gets a few keys a minute and a day.',
    errors: ['forbidden', 'foreign_page', 'unsupported_media_type', 'rate_limited'],
    successStatus: 201,
    textTypes: [HTML],
    response: ISSUED_KEY,
    answer: async (request) => {
      const type = mediaTypeOf(request.headers);
      const isPage = type !== JSON_TYPE && isPagePostedFor(request.headers.get('accept'));
      const refusal = refusalOf(app, request, type);
      return refusal === null ? issue(app, isPage) : refused(refusal, isPage);
    },
  });
  return [offer, issuing];
}

/** Why the request gets no key, or null: then one is counted for its address. */
function refusalOf(app: App, { headers, ip }: ApiRequest, type: string | null): Refusal | null {
  const freeKeys = freeKeysOf(app);
  if (freeKeys === null) return NO_FREE_KEYS;
  if (isFromForeignPage(headers, app.base())) return FOREIGN;
  if (type !== null && type !== FORM_TYPE && type !== JSON_TYPE) {
    return WRONG_TYPE;
  }
  const verdict = freeKeys.take(addressGroup(ip));
  return verdict.isAllowed ? null : tooMany(verdict);
}

async function issue({ access, base }: App, isPage: boolean): Promise<Answer<IssuedKey>> {
  const { secret, key } = await access.createKey({
    gymId: FREE_GYM_ID,
    role: 'free',
    by: 'get-key',
  });
  const examples = keyExamples(base(), secret);
  const { id: keyId, gymId, lookupLimit: lookups } = key;
  if (isPage) {
    const body = issuedKeyPage({ key: secret, keyId, gymId, lookups, examples });
    return plainPage({ status: 201, title: 'Your key', body });
  }
  const issued = { key: secret, key_id: keyId, gym_id: gymId, role: 'free' as const, lookups };
  return { status: 201, value: { ...issued, examples }, headers: NO_STORE };
}

/** A page, unless JSON is named and nothing is preferred to it. */
function isPageReadFor(accept: string | undefined): boolean {
  const names = accept?.toLowerCase() ?? '';
  const isProgram = names.includes(JSON_TYPE) && !names.includes(HTML);
  return isProgram ? isPagePostedFor(accept) : preferredType(accept, [HTML, JSON_TYPE]) === HTML;
}

/** JSON, unless a page is preferred to it: as browsers do when they send a form. */
function isPagePostedFor(accept: string | undefined): boolean {
  return preferredType(accept, [JSON_TYPE, HTML]) === HTML;
}

/** Why there is no key: for a person on a page, for a program as every other error. */
interface Refusal {
  readonly code: ErrorCode;
  readonly heading: string;
  readonly sentence: string;
  readonly headers?: Headers;
}

function refused(refusal: Refusal, isPage: boolean): Answer<ProblemBody> {
  const { code, heading, sentence, headers = [] } = refusal;
  const back = { address: 'get-key', word: 'Back to the page for keys' };
  const body = refusedPage(heading, sentence, back);
  return isPage
    ? plainPage({ status: ERRORS[code].status, title: heading, body, headers })
    : problem(code, sentence, { headers: [...NO_STORE, ...headers] });
}

const FOREIGN: Refusal = {
  code: 'foreign_page',
  heading: 'This came from another site',
  sentence: 'Only our own page makes keys in a browser. None was made.',
};

/** At a head office. */
const NO_FREE_KEYS: Refusal = {
  code: 'forbidden',
  heading: 'No free keys here',
  sentence:
    'A head office gives out no free keys. Its operator makes keys with: turnout hq key create. The header "X-Sandbox: true" shows sample data without a key.',
};

const WRONG_TYPE: Refusal = {
  code: 'unsupported_media_type',
  heading: 'Not a form that we know',
  sentence: `No body is needed, and one that is sent must be ${FORM_TYPE} or ${JSON_TYPE}. No key was made.`,
};

/** Also where not the address but all of them together have had theirs: the limiter tells no difference. */
function tooMany({ retryAfterS }: { readonly retryAfterS: number }): Refusal {
  return {
    code: 'rate_limited',
    heading: 'No more keys for now',
    sentence: `The limit of free keys is reached, for your address or for everyone. The next one can be made in ${inWords(retryAfterS)}.`,
    headers: retryAfter(retryAfterS),
  };
}

/** Rounded up: anyone who waits that long has waited long enough. */
function inWords(seconds: number): string {
  if (seconds === 1) return '1 second';
  if (seconds < 120) return `${seconds} seconds`;
  if (seconds < 7_200) return `${Math.ceil(seconds / 60)} minutes`;
  return `${Math.ceil(seconds / 3_600)} hours`;
}

/** Calls that can be pasted: for the shell, a browser or Node.js, and Python with nothing but its own library. */

/** Calls of the summary with `key`; JavaScript and Python read a text of JSON alike. `base` is the public address of the service; whatever is in it stays a text. */
export function keyExamples(base: string, key: string) {
  const url = `${base}/v1/summary`;
  return {
    curl: `curl -H ${shellText(`Authorization: Bearer ${key}`)} ${shellText(url)}`,
    javascript: [
      `const key = ${JSON.stringify(key)};`,
      `const response = await fetch(${JSON.stringify(url)}, {`,
      '  headers: { Authorization: "Bearer " + key },',
      '});',
      'console.log(await response.json());',
    ].join('\n'),
    python: [
      'import json',
      'from urllib.request import Request, urlopen',
      '',
      `key = ${JSON.stringify(key)}`,
      `request = Request(${JSON.stringify(url)})`,
      'request.add_header("Authorization", "Bearer " + key)',
      'with urlopen(request) as response:',
      '    print(json.dumps(json.load(response), indent=2))',
    ].join('\n'),
  };
}

/** One word of a POSIX shell. */
export function shellText(text: string): string {
  return `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
