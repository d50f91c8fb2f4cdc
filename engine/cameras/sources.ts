/** Which source reads which address: a written table. The code of a source is loaded when the first one is opened. */

import { unsetSentence, unsetVariables } from '../../config/values/unset.ts';
import { TurnoutError } from '../../errors.ts';
import type {
  DeliverFrame,
  FrameSource,
  SourceOptions,
  SourceTotals,
  StreamInfo,
} from './source.ts';
import { sourceFault } from './source-fault.ts';

type CreateSource = (options: SourceOptions) => FrameSource;
type LoadSource = () => Promise<CreateSource>;

const SOURCES: Readonly<Record<string, LoadSource>> = {
  rtsp: async () => (await import('./rtsp.ts')).createRtspSource,
  rtsps: async () => (await import('./rtsp.ts')).createRtspSource,
  http: async () => (await import('./http.ts')).createHttpSource,
  https: async () => (await import('./http.ts')).createHttpSource,
  scene: async () => (await import('./scene.ts')).createSceneSource,
  file: async () => (await import('./file.ts')).createFileSource,
};

const loadStill: LoadSource = async () => (await import('./still.ts')).createStillSource;

/** A scheme as RFC 3986 writes it; one letter alone is a drive of Windows and thus a path. */
const SCHEME = /^([a-z][a-z0-9+.-]+):/i;

/**
 * The source for `options.url`, not opened yet. A path and a `file:` URL are files; what ends in `.jpg` or `.jpeg` is
 * a still picture.
 *
 * Throws `source_unsupported` for a scheme that is not in the table, and `variable_unset` for an address that waits for a
 * variable. Loads nothing until `open`.
 */
export function createSource(options: SourceOptions): FrameSource {
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
  const isStill = scheme === 'file' && /\.jpe?g$/i.test(options.url);
  return new LazySource(options, isStill ? loadStill : load);
}

class LazySource implements FrameSource {
  readonly #options: SourceOptions;
  readonly #load: LoadSource;
  #source: FrameSource | null = null;
  #isClosed = false;

  constructor(options: SourceOptions, load: LoadSource) {
    this.#options = options;
    this.#load = load;
  }

  async open(): Promise<StreamInfo> {
    const create = await this.#load();
    if (this.#isClosed) {
      throw sourceFault('camera_ended', { got: 'its own end' });
    }
    this.#source = create(this.#options);
    return await this.#source.open();
  }

  async read(deliver: DeliverFrame): Promise<void> {
    await this.#source?.read(deliver);
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    await this.#source?.close();
  }

  noteTaken(): void {
    this.#source?.noteTaken?.();
  }

  totals(): SourceTotals {
    return this.#source?.totals() ?? { packets: 0, bytes: 0, keyframes: 0, gopMs: null };
  }
}
