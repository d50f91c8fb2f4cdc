/** Which server carries HTTP: the native one where it loads, node:http elsewhere, or as `server.backing` has it. */

import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { TurnoutError } from '../../errors.ts';
import type { Log } from '../../runtime/log/log.ts';
import type { Backing, ListenOptions } from './context.ts';
import { listenNode } from './node.ts';
import { listenUws } from './uws.ts';

/** As `server.backing` has it. */
export type WantedBacking = 'auto' | 'native' | 'node';

/**
 * `build`: package and version of the native build; null for node:http.
 *
 * @throws `native_server_missing`.
 */
export function chooseBacking(wanted: WantedBacking, find: () => NativeBuild | null = nativeBuild) {
  const native = wanted === 'node' ? null : find();
  if (native === null && wanted === 'native') {
    throw new TurnoutError('native_server_missing', {
      where: 'server.backing',
      expected: 'a native build of uWebSockets.js',
      got: `none that loads with Node ${process.versions.node} here`,
      hint: 'set it to auto, or install one that docs/api.md lists',
    });
  }
  const build = native?.name ?? null;
  const listen = (options: ListenOptions, log: Log): Promise<Backing> => {
    const backing = native === null ? 'node' : 'native';
    const detail = native === null && wanted === 'auto' && { detail: HALF_RATE };
    log.info('http_backing', { backing, build, ...detail });
    if (native === null) return listenNode(options);
    const onWait = () =>
      log.warn('port_waiting', {
        port: options.port,
        detail: 'closed connections of the program before hold the port for up to a minute',
      });
    return listenUws(native, options, { onWait });
  };
  return { build, listen };
}

type Uws = typeof import('@trufflesuite/uws-js-unofficial');

export interface NativeBuild {
  /** Package and version, as people and the status are told. */
  readonly name: string;
  readonly uws: Uws;
}

/** Of node:http. What loads where is a table of docs/api.md. */
export const HALF_RATE =
  'about half the rate, plenty for a gym; Node 24 on Debian 13 or Ubuntu 24.04 loads the native one';

/**
 * Each with where its package.json and where its builds are, from the folder of its entry point.
 *
 * The best first. Their `.node` files are loaded themselves: the module around that of @trufflesuite puts a JavaScript
 * imitation in its place where it does not load, which ends the process on HEAD and 304.
 */
const PACKAGES = [
  // The authors' own, which is on no registry: anyone who installs it wants it.
  { name: 'uWebSockets.js', home: '.', binaries: '.' },
  // Node 20, 22, 24 and 25, with glibc 2.38 or later on Linux.
  { name: '@btc-vision/uwebsockets.js', home: '.', binaries: '.' },
  // Node 20 alone, older, with any glibc of these years.
  { name: '@trufflesuite/uws-js-unofficial', home: '..', binaries: '../binaries' },
];

const require = createRequire(import.meta.url);

/** Every build that loads, the best first; each is loaded when it is asked for. */
export function* nativeBuilds(): Generator<NativeBuild, undefined> {
  const { platform, arch, versions } = process;
  for (const { name, home, binaries } of PACKAGES) {
    try {
      const entry = dirname(require.resolve(name));
      const about = readFileSync(join(entry, home, 'package.json'), 'utf8');
      const { version } = JSON.parse(about) as { version: string };
      const file = `uws_${platform}_${arch}_${versions.modules}.node`;
      const uws: Uws = require(join(entry, binaries, file));
      yield { name: `${name} ${version}`, uws };
    } catch {
      // Not installed, or not built for this Node, computer or libc: the next one may be.
    }
  }
}

/** The best build that loads, or null. */
export const nativeBuild = (): NativeBuild | null => nativeBuilds().next().value ?? null;
