/**
 * libav's own log, switched off. It writes to stderr by itself, and its lines hold camera addresses with their
 * passwords; what went wrong is told by our coded errors instead.
 */

import { AV_LOG_QUIET } from 'node-av/constants';
import { Log } from 'node-av/lib';

/**
 * Silences libav for the whole process, its worker threads included: the level is one variable of the native library.
 * A callback is not used: it would keep the event loop alive and bring every line onto the main thread.
 */
export function silenceLibav(): void {
  Log.setLevel(AV_LOG_QUIET);
}
