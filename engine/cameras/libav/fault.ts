/** libav's error numbers as the faults of a source. */

import {
  AVERROR_HTTP_BAD_REQUEST,
  AVERROR_HTTP_FORBIDDEN,
  AVERROR_HTTP_NOT_FOUND,
  AVERROR_HTTP_OTHER_4XX,
  AVERROR_HTTP_SERVER_ERROR,
  AVERROR_HTTP_UNAUTHORIZED,
  AVERROR_STREAM_NOT_FOUND,
} from 'node-av/constants';
import { FFmpegError } from 'node-av/lib';
import type { TurnoutError } from '../../../errors.ts';
import { type SourceFaultCode, sourceFault } from '../source-fault.ts';

/**
 * Time-outs are not here: libav returns the same number for a time-out, an interrupt and a broken answer, so they are
 * told apart by our own clock (`LibavInput`). RTSP servers answer 403 to a wrong password, too.
 */
const CODES: ReadonlyMap<number, SourceFaultCode> = new Map<number, SourceFaultCode>([
  [AVERROR_HTTP_UNAUTHORIZED, 'camera_unauthorized'],
  [AVERROR_HTTP_FORBIDDEN, 'camera_unauthorized'],
  [AVERROR_HTTP_NOT_FOUND, 'camera_not_found'],
  [AVERROR_HTTP_OTHER_4XX, 'camera_refused'],
  [AVERROR_HTTP_BAD_REQUEST, 'camera_refused'],
  [AVERROR_HTTP_SERVER_ERROR, 'camera_refused'],
  [AVERROR_STREAM_NOT_FOUND, 'camera_no_video_track'],
  // POSIX numbers of Linux, negated, as libav returns them: errno(3).
  [-2, 'camera_not_found'],
  [-5, 'camera_unreachable'],
  [-23, 'descriptors_exhausted'],
  [-24, 'descriptors_exhausted'],
  [-93, 'camera_transport_refused'],
  [-100, 'camera_unreachable'],
  [-101, 'camera_unreachable'],
  [-104, 'camera_refused'],
  [-110, 'camera_timeout'],
  [-111, 'camera_refused'],
  [-112, 'camera_unreachable'],
  [-113, 'camera_unreachable'],
]);

/** The fault that a failed call while opening stands for. What is not known otherwise is "not a video". */
export function libavFault(errorNumber: number): TurnoutError {
  const code = CODES.get(errorNumber) ?? 'camera_not_video';
  // libav's own texts for its numbers are fixed phrases: no address is in them.
  const phrase = FFmpegError.strerror(errorNumber).toLowerCase();
  return sourceFault(
    code,
    code === 'camera_not_video' ? { got: `something else (${phrase})` } : {},
  );
}
