/**
 * What may go wrong with a source, each fault in one sentence. Nothing here is given an address, so that no message
 * can hold one; the text of a foreign error is never passed on, as libav and Node put addresses into theirs.
 */

import { type ErrorCode, type Finding, TurnoutError } from '../../errors.ts';

type FaultCode = Extract<ErrorCode, `camera_${string}` | 'descriptors_exhausted'>;

const SENTENCES = {
  camera_unreachable: {
    expected: 'a camera at its address',
    got: 'no way to it',
    hint: 'check the host name, the cable and the network',
  },
  camera_refused: {
    expected: 'a connection',
    got: 'a refusal',
    hint: 'check the port, and that the stream is enabled in the camera',
  },
  camera_unauthorized: {
    expected: 'the user name and password to be accepted',
    got: 'a refusal',
    hint: 'check both; within an address special characters are percent-encoded; some cameras have an extra account for streams',
  },
  camera_not_found: {
    expected: 'a stream at this path',
    got: 'none',
    hint: 'check the path; the maker of the camera lists it',
  },
  camera_not_video: {
    expected: 'a video stream, a video file or JPEG pictures',
    got: 'something else',
    hint: 'check that the address is the one of the stream and not of a web page',
  },
  camera_no_video_track: {
    expected: 'a stream with a video track',
    got: 'none',
    hint: 'enable video for this stream in the camera',
  },
  camera_codec_unsupported: {
    expected: 'H.264, H.265 or JPEG',
    got: 'another codec',
    hint: 'choose one of them in the settings of the camera',
  },
  camera_timeout: {
    expected: 'an answer in time',
    got: 'none',
    hint: 'check that the camera is switched on',
  },
  camera_transport_refused: {
    expected: 'a camera that sends over the transport that is set',
    got: 'one that does not',
    hint: 'set the other one: transport: tcp or transport: udp',
  },
  camera_stalled: {
    expected: 'pictures to keep coming',
    got: 'none for too long',
    hint: 'check the camera and the network',
  },
  camera_ended: {
    expected: 'the stream to go on',
    got: 'its end',
  },
  descriptors_exhausted: {
    expected: 'a free file descriptor for the connection',
    got: 'none',
    hint: 'raise the limit of open files of this process (`ulimit -n`); it is tried again',
  },
} as const satisfies Partial<Record<FaultCode, Finding>>;

export type SourceFaultCode = keyof typeof SENTENCES;

/** The error of a fault. `finding` replaces parts of its sentence; it never holds an address or a credential. */
export function sourceFault(code: SourceFaultCode, finding: Partial<Finding> = {}): TurnoutError {
  return new TurnoutError(code, { where: 'source', ...SENTENCES[code], ...finding });
}

/** The address of a camera. Throws `camera_unreachable` for what is none, without a word of it. */
export function cameraUrl(address: string, scheme: string): URL {
  if (URL.canParse(address)) return new URL(address);
  throw sourceFault('camera_unreachable', {
    expected: `an address such as ${scheme}://host/path`,
    got: 'one that cannot be read',
    hint: 'percent-encode special characters of the password',
  });
}
