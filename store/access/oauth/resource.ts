/** What a token is good for (RFC 8707): the whole service, or its MCP endpoint. */

/** `service` is the public address itself and everything under it, `mcp` is `/mcp` under it only. */
export type ResourceName = 'service' | 'mcp';

/** Path of the MCP endpoint. */
export const MCP_PATH = '/mcp';

/** The address of a resource as documents name it. @param base Public address without a slash at its end. */
export function resourceAddress(name: ResourceName, base: string): string {
  return name === 'mcp' ? `${base}${MCP_PATH}` : base;
}

/** The resource that an address means, or null for one that is not ours. An address without a path may end in a slash. */
export function resourceOf(address: string, base: string): ResourceName | null {
  if (address === resourceAddress('mcp', base)) return 'mcp';
  return address === base || address === `${base}/` ? 'service' : null;
}
