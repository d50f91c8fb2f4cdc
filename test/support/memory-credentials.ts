/** The table of credentials in memory: for tests of what stands on it. */

import type { Credential, CredentialStore } from '../../store/history/access.ts';

export interface MemoryCredentials extends CredentialStore {
  /** Changes reject while it is true, as on a full disk. */
  isFailing: boolean;
}

export function memoryCredentials(): MemoryCredentials {
  const rows = new Map<string, Credential>();
  const familyOf = ({ data }: Credential) => (data as { family?: string }).family;
  const drop = (isGone: (row: Credential) => boolean) => {
    for (const row of [...rows.values()].filter(isGone)) rows.delete(row.hash);
  };
  const endFamily = (family: string) =>
    drop((row) => row.kind !== 'code' && familyOf(row) === family);
  const change = async <Result>(work: () => Result): Promise<Result> => {
    await Promise.resolve();
    if (store.isFailing) throw new Error('the disk is full');
    return work();
  };
  const store: MemoryCredentials = {
    isFailing: false,
    isShared: false,
    issue: (issued) => change(() => issued.forEach((row) => void rows.set(row.hash, row))),
    find: async ({ hash, family } = {}) =>
      [...rows.values()].filter(
        (row) =>
          (hash === undefined || row.hash === hash) &&
          (family === undefined || familyOf(row) === family),
      ),
    use: (uses) =>
      change(() =>
        uses.map(({ hash, by, next, becomes }) => {
          const row = rows.get(hash);
          if (row === undefined) return null;
          const used = { ...row, used: row.used + by, ...becomes };
          rows.set(hash, used);
          if (next !== undefined && used.used === 1) {
            endFamily(familyOf(used) ?? '');
            for (const one of next) rows.set(one.hash, one);
          }
          return used;
        }),
      ),
    revoke: ({ rows: gone = [], family, key }) =>
      change(() => {
        for (const { hash } of gone) rows.delete(hash);
        if (family !== undefined) endFamily(family);
        if (key !== undefined) rows.set(key.row.hash, key.row);
      }),
    note: async () => undefined,
    sweep: (nowUtcMs) =>
      change(() => drop(({ expires }) => expires !== null && expires <= nowUtcMs)),
  };
  return store;
}
