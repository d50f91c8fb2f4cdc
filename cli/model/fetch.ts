/** Fetches a model into the data folder, with a bar where someone watches; Ctrl+C ends it and keeps what has arrived. */

import type { DownloadProgress } from '../../engine/models/download.ts';
import { type InstallResult, installModel } from '../../engine/models/install.ts';
import { modelsFolder } from '../../engine/models/installed.ts';
import type { CliContext } from '../context.ts';
import { SlowBar } from '../terminal/slow-bar.ts';

/** @param from a file to take instead of the official address. */
export async function fetchModel(
  context: CliContext,
  name: string,
  from?: string,
): Promise<InstallResult> {
  const bar = new SlowBar(context, name);
  const interrupt = new AbortController();
  const stop = () => interrupt.abort(new Error('interrupted'));
  process.once('SIGINT', stop);
  try {
    return await installModel(name, {
      modelsDir: modelsFolder(context.dataDir()),
      ...(from !== undefined && { from }),
      onProgress: (progress) => bar.show(...arrived(progress)),
      signal: interrupt.signal,
    });
  } finally {
    bar.end();
    process.off('SIGINT', stop);
  }
}

/** How far a download is, for the bar. */
function arrived({ receivedBytes, totalBytes }: DownloadProgress): [number | null, string] {
  if (totalBytes === null) return [null, sizeText(receivedBytes)];
  return [receivedBytes / totalBytes, `${sizeText(receivedBytes)} of ${sizeText(totalBytes)}`];
}

/** `3.7 MB`, in millions of bytes as download pages count. */
export function sizeText(sizeBytes: number): string {
  return sizeBytes < 1e5
    ? `${Math.ceil(sizeBytes / 1e3)} kB`
    : `${(sizeBytes / 1e6).toFixed(1)} MB`;
}
