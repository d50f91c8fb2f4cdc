/** Which server carries HTTP: the native one where it loads, node:http elsewhere, or as `server.backing` has it. */

import { TurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Backing, ListenOptions } from './context.ts';
import { HALF_RATE, type NativeBuild, nativeBuild } from './native-build.ts';
import { listenNode } from './node.ts';
import { listenUws } from './uws.ts';

/** As `server.backing` has it. */
export type WantedBacking = 'auto' | 'native' | 'node';

export interface ChosenBacking {
  readonly name: Backing['name'];
  /** Package and version of the native build; null for node:http. */
  readonly build: string | null;
  /** What people are told: the build, or node:http. */
  readonly label: string;
  listen(options: ListenOptions, log: Log): Promise<Backing>;
}

/** @throws `native_server_missing`. */
export function chooseBacking(
  wanted: WantedBacking,
  find: () => NativeBuild | null = nativeBuild,
): ChosenBacking {
  const build = wanted === 'node' ? null : find();
  if (build !== null) {
    const { name: label } = build;
    return { name: 'native', build: label, label, listen: nativeListener(build) };
  }
  if (wanted === 'native') {
    throw new TurnoutError('native_server_missing', {
      where: 'server.backing',
      expected: 'a native build of uWebSockets.js',
      got: `none that loads with Node ${process.versions.node} here`,
      hint: 'set it to auto, or install one that docs/api.md lists',
    });
  }
  return {
    name: 'node',
    build: null,
    label: 'node:http',
    listen: (options, log) => {
      log.info('http_backing', {
        backing: 'node',
        build: null,
        ...(wanted === 'auto' && { detail: HALF_RATE }),
      });
      return listenNode(options);
    },
  };
}

function nativeListener(build: NativeBuild): ChosenBacking['listen'] {
  return (options, log) => {
    log.info('http_backing', { backing: 'native', build: build.name });
    return listenUws(build, options, {
      onWait: () =>
        log.warn('port_waiting', {
          port: options.port,
          detail: 'closed connections of the program before hold the port for up to a minute',
        }),
    });
  };
}
