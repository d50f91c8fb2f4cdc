/** Parameters of OAuth requests (RFC 6749 sections 3.1 and 3.2): each once, and one without a value is left out. */

import { fault, type OAuthFault } from '../../../store/access/oauth/fault.ts';
import { FORM_TYPE, mediaTypeOf, parseForm } from '../../http/form.ts';
import type { ApiRequest } from '../../http/message.ts';

export function queryParameters({
  rawQuery,
}: ApiRequest): ReadonlyMap<string, string> | OAuthFault {
  return given(Buffer.from(rawQuery ?? ''));
}

export function formParameters({
  headers,
  body,
}: ApiRequest): ReadonlyMap<string, string> | OAuthFault {
  return mediaTypeOf(headers) === FORM_TYPE
    ? given(body)
    : fault('invalid_request', `Content-Type must be ${FORM_TYPE}.`);
}

function given(encoded: Buffer): ReadonlyMap<string, string> | OAuthFault {
  const parameters = parseForm(encoded);
  return parameters === null
    ? fault('invalid_request', 'A parameter is repeated, or there are too many.')
    : new Map([...parameters].filter(([, value]) => value !== ''));
}
