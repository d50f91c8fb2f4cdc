/** What a camera's supervisor is given. */

import type { SourceOptions } from '../source.ts';

/** A camera as it is configured. It runs at its own pace. */
export interface CameraSpec extends Omit<SourceOptions, 'clock' | 'pace' | 'reach'> {
  readonly id: string;
}

/** Whether a change of this setting needs a new connection. */
const NEEDS_RECONNECT: Readonly<Record<keyof CameraSpec, boolean>> = {
  id: false,
  url: true,
  transport: true,
  openTimeoutMs: true,
  readTimeoutMs: true,
  wantedPeriodMs: false,
  lookedPeriodMs: false,
};

export function needsReconnect(before: CameraSpec, after: CameraSpec): boolean {
  return Object.entries(NEEDS_RECONNECT).some(
    ([key, needs]) => needs && before[key as keyof CameraSpec] !== after[key as keyof CameraSpec],
  );
}
