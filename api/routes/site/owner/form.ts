/** A form of a page of an owner as it was sent, with a file or without. */

import { type ApiRequest, LIMITS } from '../../../http/message.ts';
import { FORM_TYPE, mediaTypeOf, parseForm } from '../../../http/origin.ts';

export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: { readonly name: string; readonly bytes: Buffer } | null;
}

/** Chosen here: the pay of 600 trainers. */
const MAX_FIELDS = 1_200;

export const WITH_FILE = 'multipart/form-data';

/** Null for what is no form, or none that a page has. */
export async function formOf({ headers, body }: ApiRequest): Promise<Form | null> {
  const type = mediaTypeOf(headers);
  if (type === FORM_TYPE) {
    const fields = parseForm(body, { fields: MAX_FIELDS, bytes: LIMITS.bodyBytes });
    return fields && { fields, file: null };
  }
  return type === WITH_FILE ? withFile(body, headers.get('content-type') ?? '') : null;
}

async function withFile(body: Buffer, type: string): Promise<Form | null> {
  try {
    const read = new Response(new Uint8Array(body), { headers: { 'Content-Type': type } });
    const parts = [...(await read.formData())];
    const texts = parts.flatMap(([name, value]) =>
      typeof value === 'string' ? [[name, value] as const] : [],
    );
    const file = parts.map(([, value]) => value).find((value) => typeof value !== 'string');
    const bytes = file && Buffer.from(await file.arrayBuffer());
    return { fields: new Map(texts), file: file && bytes ? { name: file.name, bytes } : null };
  } catch {
    return null;
  }
}
