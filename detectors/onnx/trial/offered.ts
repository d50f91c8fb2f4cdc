/** What the installed package of onnxruntime can be asked for. */

import { createRequire } from 'node:module';

export interface OfferedProvider {
  readonly name: string;
  /** Whether its files come with the package; others need a library that may be missing. */
  readonly bundled: boolean;
}

export interface OfferedRuntime {
  /** Of onnxruntime-node. */
  readonly version: string;
  /** `linux x64`. */
  readonly platform: string;
  readonly providers: readonly OfferedProvider[];
}

/** Loads the runtime. Throws where it does not load. */
export async function offeredRuntime(): Promise<OfferedRuntime> {
  const { listSupportedBackends } = await import('onnxruntime-node');
  const { version } = createRequire(import.meta.url)('onnxruntime-node/package.json') as {
    readonly version: string;
  };
  return {
    version,
    platform: `${process.platform} ${process.arch}`,
    providers: listSupportedBackends().map(({ name, bundled }) => ({ name, bundled })),
  };
}
