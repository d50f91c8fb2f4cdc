/** Why a connection failed, as far as the platform says: browsers say nothing. */

/**
 * - `unmade`: no request can have reached the service, and it may work soon.
 * - `lost`: the request may have reached it.
 * - `hopeless`: waiting does not help: the name is not known, or the certificate is not trusted.
 */
export type Breakage = 'unmade' | 'lost' | 'hopeless';

/** Of Node and undici. */
const UNMADE = [
  'ECONNREFUSED',
  'EAI_AGAIN',
  'ENETUNREACH',
  'EHOSTUNREACH',
  'ENETDOWN',
  'UND_ERR_CONNECT_TIMEOUT',
  // Of Bun.
  'ConnectionRefused',
];
const HOPELESS = /^(ENOTFOUND|ERR_TLS|ERR_SSL|EPROTO|.*CERT|.*SIGNATURE)/;

export function breakageOf(error: unknown): Breakage {
  const codes = codesOf(error);
  if (codes.some((code) => HOPELESS.test(code))) return 'hopeless';
  return codes.length > 0 && codes.every((code) => UNMADE.includes(code)) ? 'unmade' : 'lost';
}

/** For people: `ECONNREFUSED`; null where the platform says nothing that helps. */
export function reasonOf(error: unknown): string | null {
  return codesOf(error)[0] ?? null;
}

/** Codes of an error, of its causes and of the errors that it stands for, outermost first. */
function codesOf(error: unknown, depth = 0): readonly string[] {
  if (!(error instanceof Error) || depth > 4) return [];
  const { code, cause, errors } = error as { code?: unknown; cause?: unknown; errors?: unknown };
  const inner = [cause, ...(Array.isArray(errors) ? errors : [])];
  return [
    ...(typeof code === 'string' ? [code] : []),
    ...inner.flatMap((one) => codesOf(one, depth + 1)),
  ];
}
