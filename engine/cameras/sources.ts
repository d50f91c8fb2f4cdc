/** Which source reads which address: a written table. The code of a source is loaded when the first one is made. */

import { unsetSentence, unsetVariables } from '../../config/environment.ts';
import { TurnoutError } from '../../errors.ts';
import { requireFfmpeg } from '../ffmpeg.ts';
import { schemeFault } from './rtsp/other-scheme.ts';
import { type FrameSource, frameSource, type ReadSource, type SourceOptions } from './source.ts';

type LoadReader = () => Promise<ReadSource>;

const loadRtsp: LoadReader = async () => {
  requireFfmpeg();
  return (await import('./rtsp/rtsp.ts')).readRtsp;
};
const loadHttp: LoadReader = async () => (await import('./http/http.ts')).readHttp;
const loadStill: LoadReader = async () => (await import('./still.ts')).readStill;

const READERS: Readonly<Record<string, LoadReader>> = {
  rtsp: loadRtsp,
  rtsps: loadRtsp,
  http: loadHttp,
  https: loadHttp,
  scene: async () => (await import('./scene.ts')).readScene,
  file: async () => {
    requireFfmpeg();
    return (await import('./file.ts')).readRecording;
  },
};

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
  const load = Object.hasOwn(READERS, scheme) ? READERS[scheme] : undefined;
  if (load === undefined) {
    throw new TurnoutError('source_unsupported', {
      where: 'source',
      expected: `an address that begins with ${Object.keys(READERS).join(':, ')}:, or a path`,
      got: 'another kind of address',
    });
  }
  const isStill = scheme === 'file' && /\.(jpe?g|png)$/i.test(options.url);
  const source = frameSource(await (isStill ? loadStill : load)(), options);
  if (load !== loadRtsp) return source;
  // Also where the time was up: the wrong scheme may be met with silence.
  const run: FrameSource['run'] = (...words) =>
    source
      .run(...words)
      .finally(() => source.totals().packets > 0 && served.add(options.url))
      .catch(async (fault: unknown) => {
        throw served.has(options.url) ? fault : await schemeFault(fault, options);
      });
  return { ...source, run };
}

/** RTSP addresses that have sent something: their scheme is right, and a camera that is away is not asked for it at each attempt. */
const served = new Set<string>();
