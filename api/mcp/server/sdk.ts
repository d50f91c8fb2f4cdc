/**
 * The library of the protocol, loaded when it is first needed: also from the bundle it takes 90 ms of the processor,
 * most of them for its schemas, which no start should wait for. Everything else takes types of it only.
 */

export type Sdk = typeof import('@modelcontextprotocol/server');

let loading: Promise<Sdk> | undefined;

/** The same promise each time. */
export function loadSdk(): Promise<Sdk> {
  loading ??= import('@modelcontextprotocol/server');
  return loading;
}
