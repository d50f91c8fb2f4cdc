/** Changes to a tree as data. */

/** Steps from the root: keys and indexes. */
export type TreePath = readonly (string | number)[];

export type TreeChange =
  /** Adds an entry at the end of a list, which is made where it is missing. */
  | { readonly op: 'append'; readonly path: TreePath; readonly value: unknown }
  /** Puts a value under a key, whatever was there. */
  | { readonly op: 'set'; readonly path: TreePath; readonly value: unknown }
  /** Takes out a key or an entry that is there. */
  | { readonly op: 'delete'; readonly path: TreePath };
