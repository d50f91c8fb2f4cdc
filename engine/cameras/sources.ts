/** Which source reads which address: a written table. The code of a source is loaded when the first one is made. */

import { unsetSentence, unsetVariables } from '../../config/environment.ts';
import { TurnoutError } from '../../errors.ts';
import { requireFfmpeg } from '../ffmpeg.ts';
import type { FrameSource, SourceOptions } from './source.ts';

type CreateSource = (options: SourceOptions) => FrameSource;
type LoadSource = () => Promise<CreateSource>;

const SOURCES: Readonly<Record<string, LoadSource>> = {
  rtsp: loadRtsp,
  rtsps: loadRtsp,
  http: async () => (await import('./http/http.ts')).createHttpSource,
  https: async () => (await import('./http/http.ts')).createHttpSource,
  scene: async () => (await import('./scene.ts')).createSceneSource,
  file: async () => {
    requireFfmpeg();
    return (await import('./file.ts')).createFileSource;
  },
};

async function loadRtsp(): Promise<CreateSource> {
  requireFfmpeg();
  return (await import('./rtsp/rtsp.ts')).createRtspSource;
}

const loadStill: LoadSource = async () => (await import('./still.ts')).createStillSource;

/** A scheme as RFC 3986 writes it; one letter alone is a drive of Windows and thus a path. */
const SCHEME = /^([a-z][a-z0-9+.-]+):/i;

/**
 * The source for `options.url`. A path and a `file:` URL are files; what ends in `.jpg`, `.jpeg` or `.png` is
 * a still picture.
 *
 * Rejects with `source_unsupported` for a scheme that is not in the table, with `variable_unset` for an address that
 * waits for a variable, and with `ffmpeg_missing` for video before FFmpeg is there.
 */
export async function createSource(options: SourceOptions): Promise<FrameSource> {
  const unset = unsetVariables(options.url);
  if (unset.length > 0) {
    throw new TurnoutError('variable_unset', { where: 'source', ...unsetSentence(unset) });
  }
  const scheme = SCHEME.exec(options.url)?.[1]?.toLowerCase() ?? 'file';
  const load = Object.hasOwn(SOURCES, scheme) ? SOURCES[scheme] : undefined;
  if (load === undefined) {
    throw new TurnoutError('source_unsupported', {
      where: 'source',
      expected: `an address that begins with ${Object.keys(SOURCES).join(':, ')}:, or a path`,
      got: 'another kind of address',
    });
  }
  const isStill = scheme === 'file' && /\.(jpe?g|png)$/i.test(options.url);
  const create = await (isStill ? loadStill : load)();
  return create(options);
}
