/** Every HTTP backing that loads here. */

import { nativeBuilds } from '../../api/http/backing.ts';
import type { Backing, ListenOptions } from '../../api/http/context.ts';
import { listenNode } from '../../api/http/node.ts';
import { listenUws } from '../../api/http/uws.ts';

export type Listen = (options: ListenOptions) => Promise<Backing>;

export const NATIVE_BUILDS = nativeBuilds();

/** node:http first. */
export const BACKINGS: readonly (readonly [name: string, listen: Listen])[] = [
  ['node:http', listenNode],
  ...NATIVE_BUILDS.map(
    (build) => [build.name, (options: ListenOptions) => listenUws(build, options)] as const,
  ),
];
