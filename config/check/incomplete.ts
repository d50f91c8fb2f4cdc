/** A value of which anything may be missing: what could be read of a file with faults. */

export type Incomplete<T> = T extends readonly (infer Item)[]
  ? readonly (Incomplete<Item> | undefined)[]
  : T extends object
    ? { readonly [Key in keyof T]?: Incomplete<T[Key]> | undefined }
    : T;
