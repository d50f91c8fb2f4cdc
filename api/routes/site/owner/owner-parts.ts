/** What a page of an owner is made of, and the calls of the owner API that it makes: the same rows, held to the same rules. */

import { isTurnoutError } from '../../../../errors.ts';
import { redactText } from '../../../../runtime/log/redaction.ts';
import type { EngineStatus } from '../../../../service/status.ts';
import type { SignedIn } from '../../../../store/access/sign-ins.ts';
import type { SentForm } from '../../../../web/owner-data.ts';
import { type ApiRequest, LIMITS } from '../../../http/message.ts';
import { FORM_TYPE, mediaTypeOf, parseForm } from '../../../http/origin.ts';
import type { Fault } from '../../../validation/parameters.ts';
import { type OwnerApp, Refusal } from '../../owner/row.ts';
import type { OwnerCall } from '../../owner/table.ts';
import type { PageReader } from '../readers.ts';

export interface OwnerParts {
  readonly reader: PageReader;
  readonly owner: SignedIn;
  readonly operator: OwnerApp;
  readonly engine: { status(): EngineStatus };
  /** The part of the path behind the place; empty where there is none. */
  readonly id: string;
  readonly query: ReadonlyMap<string, string>;
  readonly call: OwnerCall;
  /** What a form came to that does not lead elsewhere. */
  readonly sent: SentForm | null;
}

/** A sentence about what was typed. */
export class Mistyped extends Error {
  readonly code: string;

  constructor(sentence: string, code = 'mistyped') {
    super(sentence);
    this.code = code;
  }
}

/** Why a form is not taken, as a sentence. @throws what is no refusal. */
export function refusedBy(error: unknown): { readonly fault: string; readonly code: string } {
  if (error instanceof Mistyped) return { fault: error.message, code: error.code };
  if (isTurnoutError(error)) return { fault: redactText(error.message), code: error.code };
  if (!(error instanceof Refusal)) throw error;
  const { detail, code = 'mistyped' } = error.answer.value as unknown as {
    readonly detail: string | readonly Fault[];
    readonly code?: string;
  };
  if (typeof detail === 'string') return { fault: detail, code };
  const sentences = detail.map(
    ({ loc, msg }) =>
      `${loc.findLast((part) => !/^\d+$/.test(String(part)))}: ${msg.replace(/^(?:Value error,|Input) /, '')}.`,
  );
  return { fault: sentences.join(' '), code };
}

/** A form as it was sent, with a file or without. */
export interface Form {
  readonly fields: ReadonlyMap<string, string>;
  readonly file: { readonly name: string; readonly bytes: Buffer } | null;
}

export interface Typed extends Form {
  /** Without the spaces at its ends; empty for nothing. */
  text(name: string): string;
}

/** Chosen here: the pay of 600 trainers. */
const MAX_FIELDS = 1_200;

const WITH_FILE = 'multipart/form-data';

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
