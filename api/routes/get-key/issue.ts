/** `POST /get-key`: makes a free key and tells it once. */

import { addressGroup } from '../../../store/access/client-address.ts';
import { FREE_GYM_ID } from '../../../store/access/key.ts';
import { FORM_TYPE, mediaTypeOf } from '../../http/form.ts';
import type { Answer, ApiRequest } from '../../http/message.ts';
import { isFromForeignPage } from '../../http/origin.ts';
import { issuedPage } from '../../pages/get-key.ts';
import { keyExamples } from '../../pages/key-examples.ts';
import { pageAnswer } from '../../pages/page.ts';
import { ISSUED_KEY, type IssuedKey } from '../../schemas/key.ts';
import { defineRoute, NO_PARAMETERS, type Route } from '../route.ts';
import { BY_ACCEPT, HTML, isPagePostedFor, JSON_TYPE, NOT_KEPT } from './answer-type.ts';
import type { GetKeyParts } from './parts.ts';
import { foreign, noFreeKeys, type Refusal, refused, tooMany, wrongType } from './refusal.ts';

export function issueRoute(parts: GetKeyParts): Route {
  return defineRoute({
    method: 'POST',
    path: '/get-key',
    access: 'public',
    operationId: 'create_free_key',
    summary: 'Makes a free key.',
    description:
      'The key is shown once. No body is needed, and a body is ignored. With `Accept: text/html` the answer is a page, as for the form of `GET`. An address gets a few keys a minute and a day.',
    errors: ['forbidden', 'foreign_page', 'unsupported_media_type', 'rate_limited'],
    successStatus: 201,
    textTypes: [HTML],
    parameters: NO_PARAMETERS,
    response: ISSUED_KEY,
    answer: async (_, request) => {
      const isPage =
        mediaTypeOf(request.headers) !== JSON_TYPE &&
        isPagePostedFor(request.headers.get('accept'));
      const refusal = refusalOf(parts, request);
      return refusal === null ? issue(parts, isPage) : refused(refusal, isPage);
    },
  });
}

/** Why the request gets no key, or null: then one is counted for its address. */
function refusalOf({ base, freeKeys }: GetKeyParts, { headers, ip }: ApiRequest): Refusal | null {
  if (freeKeys === null) return noFreeKeys();
  if (isFromForeignPage(headers, base())) return foreign();
  const type = mediaTypeOf(headers);
  if (type !== null && type !== FORM_TYPE && type !== JSON_TYPE) {
    return wrongType([FORM_TYPE, JSON_TYPE]);
  }
  const verdict = freeKeys.take(addressGroup(ip));
  return verdict.isAllowed ? null : tooMany(verdict);
}

async function issue({ access, base }: GetKeyParts, isPage: boolean): Promise<Answer<IssuedKey>> {
  const { secret, key } = await access.createKey({
    gymId: FREE_GYM_ID,
    role: 'free',
    by: 'get-key',
  });
  const examples = keyExamples(base(), secret);
  const { id, gymId, lookupLimit: lookups } = key;
  if (isPage) {
    const facts = { key: secret, keyId: id, gymId, lookups, examples };
    return pageAnswer(201, issuedPage(facts), BY_ACCEPT);
  }
  const told = { key: secret, key_id: id, gym_id: gymId, role: 'free' as const, lookups };
  return { status: 201, value: { ...told, examples: { ...examples } }, headers: NOT_KEPT };
}
