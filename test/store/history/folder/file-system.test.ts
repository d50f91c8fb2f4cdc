import { tmpdir } from 'node:os';
import { describe, expect, it } from 'vitest';
import {
  classifyFileSystem,
  inspectFileSystem,
} from '../../../../store/history/folder/file-system.ts';

describe('file systems', () => {
  it.each([
    [0x6969, 'network', 'NFS'],
    [0xff534d42, 'network', 'CIFS'],
    [0xff534d42 | 0, 'network', 'CIFS'],
    [0xfe534d42, 'network', 'SMB2'],
    [0x65735546, 'unclear', 'FUSE'],
    [0x01021997, 'unclear', '9P'],
    [0xef53, 'local', null],
    [0x01021994, 'local', null],
    [0x9123683e, 'local', null],
  ])('of the number %i are %s', (type, kind, name) => {
    expect(classifyFileSystem(type, 'linux')).toEqual({ kind, name });
  });

  it('are local where the numbers mean something else', () => {
    expect(classifyFileSystem(0x6969, 'darwin')).toEqual({ kind: 'local', name: null });
  });

  it('can be asked of a folder that exists', async () => {
    expect((await inspectFileSystem(tmpdir())).kind).not.toBe('network');
  });
});
