/**
 * Whether a browser sent a request for a page of another site (cross-site request forgery). Nothing needs to be stored, and
 * programs that are no browsers pass: they act for no one but themselves.
 */

/**
 * As browsers themselves tell it: `Sec-Fetch-Site`, and where that is not sent (plain http in a network) whether `Origin`
 * is the address that the request went to, or `ownUrl`. The same rule as `CrossOriginProtection` of Go's net/http.
 *
 * @param ownUrl How the service is known outside.
 */
export function isFromForeignPage(headers: ReadonlyMap<string, string>, ownUrl: string): boolean {
  const origin = headers.get('origin');
  const own = URL.canParse(ownUrl) ? new URL(ownUrl).origin : null;
  if (origin !== undefined && origin === own) return false;
  const site = headers.get('sec-fetch-site');
  if (site !== undefined) return site !== 'same-origin' && site !== 'none';
  if (origin === undefined) return false;
  const host = headers.get('host');
  return host === undefined || (origin !== `http://${host}` && origin !== `https://${host}`);
}
