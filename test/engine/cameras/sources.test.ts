import { expect, it } from 'vitest';
import { createSource } from '../../../engine/cameras/sources.ts';
import { anError } from '../../support/an-error.ts';
import { sourceOptions } from '../../support/opened-source.ts';

const ODD = ['RTSPS://h/', 'https://h/', 'file:///a.mp4', 'C:\\a.mp4', './a:b.mp4'];

it.each(ODD)('there is a source for %s', async (url) => {
  expect((await createSource(sourceOptions({ url }))).totals().packets).toBe(0);
});

const OTHERS = ['ftp://user:secret@h/x', 'udp://h:1', 'constructor:x', 'concat:a|b', 'data:a/b,x'];

it.each(OTHERS)('no source is for %s, which no error repeats', async (url) => {
  const made = createSource(sourceOptions({ url }));
  await expect(made).rejects.toEqual(
    anError('source_unsupported', /rtsp:, rtsps:, http:, .*got another kind of address$/),
  );
});
