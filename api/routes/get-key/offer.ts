/** `GET /get-key`: what a free key is, and how to get one. */

import { FREE_GYM_ID } from '../../../store/access/key.ts';
import type { WindowLimiter } from '../../../store/access/limits/window-limiter.ts';
import { offerPage } from '../../pages/get-key.ts';
import { shellText } from '../../pages/key-examples.ts';
import { pageAnswer } from '../../pages/page.ts';
import { KEY_OFFER, type KeyOffer } from '../../schemas/key.ts';
import { defineRoute, NO_PARAMETERS, type Route } from '../route.ts';
import { BY_ACCEPT, HTML, isPageReadFor, NOT_KEPT } from './answer-type.ts';
import type { GetKeyParts } from './parts.ts';
import { noFreeKeys, refused } from './refusal.ts';

export function offerRoute(parts: GetKeyParts): Route {
  return defineRoute({
    method: 'GET',
    path: '/get-key',
    access: 'public',
    operationId: 'get_key_offer',
    summary: 'The page for a free key.',
    description:
      'A page with a button, or a JSON offer if `Accept` prefers JSON. It makes no key: `POST` does.',
    errors: ['forbidden'],
    textTypes: [HTML],
    parameters: NO_PARAMETERS,
    response: KEY_OFFER,
    answer: (_, { headers }) => {
      const { freeKeys } = parts;
      const isPage = isPageReadFor(headers.get('accept'));
      if (freeKeys === null) return refused(noFreeKeys(), isPage);
      const lookups = parts.freeLookups();
      return isPage
        ? pageAnswer(200, offerPage({ lookups, base: parts.base() }), BY_ACCEPT)
        : { status: 200, value: offerOf({ ...parts, freeKeys }), headers: NOT_KEPT };
    },
  });
}

function offerOf({
  freeKeys,
  freeLookups,
  base,
}: GetKeyParts & { readonly freeKeys: WindowLimiter }): KeyOffer {
  const url = `${base()}/get-key`;
  return {
    description: 'A free key for the sample gym. It is shown once.',
    method: 'POST',
    url,
    gym_id: FREE_GYM_ID,
    role: 'free',
    lookups: freeLookups(),
    limits: freeKeys.windows.map(({ limit, windowS }) => ({ keys: limit, seconds: windowS })),
    example: `curl -X POST ${shellText(url)}`,
  };
}
