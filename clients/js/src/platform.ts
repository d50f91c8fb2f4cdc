/** What is known of where the client runs: Node, Deno, Bun or a browser. Nothing here is imported from any of them. */

import { CLIENT_VERSION } from './version.ts';

interface Platform {
  readonly process?: {
    readonly env?: Readonly<Record<string, string | undefined>>;
    readonly versions?: Readonly<Record<string, string | undefined>>;
  };
}

const { process } = globalThis as Platform;
const isBrowser = 'document' in globalThis || 'WorkerGlobalScope' in globalThis;

/** A variable of the environment; undefined where there is none, or none may be read (Deno asks for leave). */
export function variable(name: string): string | undefined {
  try {
    const value = process?.env?.[name];
    return value === '' ? undefined : value;
  } catch {
    return undefined;
  }
}

/**
 * `turnout-client-js/1.1.0 (node 20.20.2)`; null in browsers: they send their own, and one of ours would cost every page
 * a question to the server first.
 */
export function userAgent(): string | null {
  const versions = process?.versions ?? {};
  const name = ['bun', 'deno', 'node'].find((runtime) => versions[runtime] !== undefined);
  if (name === undefined || isBrowser) return null;
  return `turnout-client-js/${CLIENT_VERSION} (${name} ${versions[name] ?? ''})`;
}

/** No cookies, and none of the browser's own cache: it would keep figures that the client keeps already. */
export function browserInit(): RequestInit {
  return isBrowser ? ({ credentials: 'omit', cache: 'no-store' } as RequestInit) : {};
}
