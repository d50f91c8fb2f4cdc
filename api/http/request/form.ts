/** Bodies of forms: `application/x-www-form-urlencoded`, each field once. */

export const FORM_TYPE = 'application/x-www-form-urlencoded';

/** How much a form may be; chosen here: an authorization request with its longest address fits several times. */
const MAX_FIELDS = 32;
const MAX_BYTES = 16 * 1024;

/** The media type of a request's body in lower case, without parameters; null where none is told. */
export function mediaTypeOf(headers: ReadonlyMap<string, string>): string | null {
  const told = headers.get('content-type');
  return told === undefined ? null : (told.split(';', 1)[0] ?? '').trim().toLowerCase();
}

/** The fields of a form; null where it is too large, has too many fields, or one twice: two readers could differ. */
export function parseForm(body: Buffer): ReadonlyMap<string, string> | null {
  if (body.length > MAX_BYTES) return null;
  const fields = [...new URLSearchParams(body.toString('utf8'))];
  const byName = new Map(fields);
  return fields.length <= MAX_FIELDS && byName.size === fields.length ? byName : null;
}
