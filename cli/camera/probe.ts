/** A first connection to a camera: what `camera add` and `init` do before they write its address down. */

import { type Environment, interpolate } from '../../config/environment.ts';
import type { StreamInfo } from '../../engine/cameras/source.ts';
import { sourceFault } from '../../engine/cameras/source-fault.ts';
import { createSource } from '../../engine/cameras/sources.ts';
import { TurnoutError } from '../../errors.ts';
import { systemClock } from '../../runtime/clock.ts';
import { flag } from '../command.ts';
import { namedFault } from '../fault.ts';

/** The file keeps a variable as it is written; the others stand in no history and no list of processes. */
export const ADDRESS =
  'an rtsp://, http:// or scene: address ($' +
  '{NAME} takes a variable of the environment, - reads the address from standard input)';

/** Of an example. */
export const PASSWORD = '$' + '{HALL_PASSWORD}';

/** How RTSP carries the pictures: the same flag for every command that opens a camera. */
export const TRANSPORT = flag('--transport <way>', 'how RTSP carries the pictures')
  .choices(['tcp', 'udp'])
  .default('tcp');

const OPEN_TIMEOUT_MS = 10_000;

/** What a camera sends, asked of the camera itself. Throws why it does not answer, told of `id`. */
export async function probe(
  id: string,
  url: string,
  transport: 'tcp' | 'udp',
): Promise<StreamInfo> {
  const source = await createSource({
    url,
    transport,
    openTimeoutMs: OPEN_TIMEOUT_MS,
    readTimeoutMs: OPEN_TIMEOUT_MS,
    wantedPeriodMs: () => 1000,
    clock: systemClock,
  });
  const known = new AbortController();
  const found: StreamInfo[] = [];
  try {
    await source.run(
      known.signal,
      () => undefined,
      (info) => {
        found.push(info);
        known.abort();
      },
    );
    const [info] = found;
    if (info === undefined) throw sourceFault('camera_ended', { got: 'its end' });
    return info;
  } catch (error) {
    throw namedFault(error, `camera ${id}`);
  }
}

/** The address with its variables put in, to connect to it; the file keeps the variables. */
export function filledIn(url: string, variables: Environment['variables']): string {
  const { text, faults } = interpolate(url, variables);
  const [fault] = faults;
  if (fault === undefined) return text;
  throw new TurnoutError('usage', {
    where: 'address of the camera',
    expected: fault.expected,
    got: fault.got,
    hint: 'set the variable here too; camera add takes it without with --no-test',
  });
}

/** `H264, 640 × 360`. */
export function streamText({ codec, width, height }: StreamInfo): string {
  return width === null ? codec.toUpperCase() : `${codec.toUpperCase()}, ${width} × ${height}`;
}
