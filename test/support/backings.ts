/** Every HTTP backing that loads here. */

import { nativeBuilds } from '../../api/http/backing.ts';
import type { Backing, Context, ListenOptions } from '../../api/http/context.ts';
import { listenNode } from '../../api/http/node.ts';
import { listenUws } from '../../api/http/uws.ts';
import { started } from './started.ts';

type Listen = (options: ListenOptions) => Promise<Backing>;

/** Listens on a free port while the tests of the group run that calls this. */
export const serving = (listen: Listen, onRequest: ListenOptions['onRequest']) =>
  started(() => listen({ host: '127.0.0.1', port: 0, onRequest }));

/** Answers 200 with this body, where nothing else is said. */
export const respond = (
  context: Context,
  body: Buffer | null,
  said: Partial<Parameters<Context['respond']>[0]> = {},
) => context.respond({ status: 200, head: '', body, isBodyHidden: false, isLast: false, ...said });

export const NATIVE_BUILDS = [...nativeBuilds()];

/** node:http first. */
export const BACKINGS: readonly (readonly [name: string, listen: Listen])[] = [
  ['node:http', listenNode],
  ...NATIVE_BUILDS.map(
    (build) => [build.name, (options: ListenOptions) => listenUws(build, options)] as const,
  ),
];
