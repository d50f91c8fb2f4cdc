/** Whether a folder lies where SQLite's locks and shared memory can be trusted. */

import { statfs } from 'node:fs/promises';

export type FileSystemKind = 'local' | 'network' | 'unclear';

/**
 * File systems of other machines, by the number `statfs` gives on Linux. Source: linux/magic.h and statfs(2).
 * WAL needs memory that all processes share, which no network file system has (sqlite.org/wal.html).
 */
const NETWORK: ReadonlyMap<number, string> = new Map([
  [0x6969, 'NFS'],
  [0x517b, 'SMB'],
  [0xff534d42, 'CIFS'],
  [0xfe534d42, 'SMB2'],
  [0x5346414f, 'AFS'],
  [0x73757245, 'Coda'],
  [0x564c, 'NCP'],
  [0x00c36400, 'Ceph'],
  [0x0bd00bd0, 'Lustre'],
  [0x47504653, 'GPFS'],
]);

/** Local as often as not: a warning is all that is due. */
const UNCLEAR: ReadonlyMap<number, string> = new Map([
  [0x65735546, 'FUSE'],
  [0x01021997, '9P'],
]);

export interface FileSystem {
  readonly kind: FileSystemKind;
  /** What it is called; null when it is not one of those above. */
  readonly name: string | null;
}

/** Looks at the file system of an existing folder. Rejects with the system's error where the folder cannot be asked. */
export async function inspectFileSystem(dir: string): Promise<FileSystem> {
  return classifyFileSystem((await statfs(dir)).type);
}

/** Pure part of {@link inspectFileSystem}; numbers mean the same on Linux only, elsewhere all is taken for local. */
export function classifyFileSystem(type: number, platform: string = process.platform): FileSystem {
  // 32-bit systems give the upper half of the numbers with a sign.
  const unsigned = type >>> 0;
  const network = NETWORK.get(unsigned);
  const unclear = UNCLEAR.get(unsigned);
  if (platform !== 'linux' || (network === undefined && unclear === undefined)) {
    return { kind: 'local', name: null };
  }
  return network === undefined
    ? { kind: 'unclear', name: unclear ?? null }
    : { kind: 'network', name: network };
}
