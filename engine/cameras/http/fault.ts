/** What Node's HTTP client and the status of an answer say, as the faults of a source. */

import type { TurnoutError } from '../../../errors.ts';
import { type SourceFaultCode, sourceFault } from '../source-fault.ts';

/** System errors by name: errno(3) and getaddrinfo(3). */
const NETWORK: Readonly<Record<string, SourceFaultCode>> = {
  ECONNREFUSED: 'camera_refused',
  ECONNRESET: 'camera_refused',
  EPIPE: 'camera_refused',
  ENOTFOUND: 'camera_unreachable',
  EAI_AGAIN: 'camera_unreachable',
  EHOSTUNREACH: 'camera_unreachable',
  ENETUNREACH: 'camera_unreachable',
  EHOSTDOWN: 'camera_unreachable',
  ETIMEDOUT: 'camera_timeout',
  EMFILE: 'descriptors_exhausted',
  ENFILE: 'descriptors_exhausted',
};

/** The fault of a request that got no answer, by the code of Node's error. Its text holds addresses and is left out. */
export function networkFault(systemCode: string | undefined): TurnoutError {
  const code = NETWORK[systemCode ?? ''];
  // What is left are answers that are not HTTP or not TLS.
  return code === undefined
    ? sourceFault('camera_not_video', { got: 'an answer that is not HTTP' })
    : sourceFault(code);
}

/** The fault of an answer with this status. */
export function statusFault(status: number): TurnoutError {
  if (status === 401 || status === 403) {
    return sourceFault('camera_unauthorized');
  }
  if (status === 404 || status === 410) {
    return sourceFault('camera_not_found');
  }
  return sourceFault('camera_refused', { got: `status ${status}` });
}
