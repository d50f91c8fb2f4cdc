/** The configuration of the broker: who it trusts, and where it keeps what the head office has not taken yet. */

import type { brokerTrust } from './line-keys.ts';

export interface BrokerOptions {
  /** Address for the head office, in clear: it is reached from no other network. */
  readonly listen: string;
  /** Address for the boxes, in clear: a proxy in front of it ends TLS. */
  readonly websocket: string;
  /** Folder that it owns. */
  readonly dir: string;
}

/**
 * How long a box may take to show its pass, s. Chosen here: with the two of the server's default, thousands that come back at
 * one moment are all thrown out again, and again.
 */
const AUTHORIZATION_S = 20;

/** Text of `nats.conf`. Accounts are kept in a folder, so that the head office can tell of a revoked box while it runs. */
export function brokerConfig(
  trust: Awaited<ReturnType<typeof brokerTrust>>,
  { listen, websocket, dir }: BrokerOptions,
): string {
  const preload = trust.accounts.map(({ id, jwt }) => `  ${id}: ${jwt}`);
  return `# Made by: turnout hq line
listen: ${JSON.stringify(listen)}
websocket: {
  listen: ${JSON.stringify(websocket)}
  no_tls: true
}
max_payload: 1MB
authorization: { timeout: ${AUTHORIZATION_S} }
operator: ${trust.operator}
system_account: ${trust.systemAccount}
resolver: {
  type: full
  dir: ${JSON.stringify(`${dir}/accounts`)}
  allow_delete: false
  interval: "2m"
}
resolver_preload: {
${preload.join('\n')}
}
jetstream: {
  store_dir: ${JSON.stringify(`${dir}/jetstream`)}
}
`;
}
