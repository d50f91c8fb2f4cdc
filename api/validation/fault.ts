/** What is wrong with a parameter, in the words of FastAPI and pydantic. Templates: docs/method.md#validation. */

/** One entry of `detail`; the order of the members is FastAPI's. */
export interface Fault {
  readonly type: string;
  /** Where the parameter is, then its name: `["query", "limit"]`. */
  readonly loc: readonly (string | number)[];
  readonly msg: string;
  /** As received; null where nothing was. */
  readonly input: string | null;
  /** Bounds and the like; left out where the type has none. */
  readonly ctx?: Readonly<Record<string, unknown>>;
}

/** A fault without its place. */
export type Complaint = Pick<Fault, 'type' | 'msg' | 'ctx'>;

/** What a text was read as, or what is wrong with it. */
export type Reading =
  | { readonly ok: true; readonly value: string | number | boolean }
  | { readonly ok: false; readonly complaint: Complaint };

export function read(value: string | number | boolean): Reading {
  return { ok: true, value };
}

export function complain(type: string, msg: string, ctx?: Fault['ctx']): Reading {
  return { ok: false, complaint: ctx === undefined ? { type, msg } : { type, msg, ctx } };
}
