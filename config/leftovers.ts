/** What a kill leaves of a change of the configuration: half-written files, and passwords that nothing names. */

import { resolve } from 'node:path';
import { messageOf } from '../errors.ts';
import type { Log } from '../runtime/log/log.ts';
import { CONFIG_NAME, type Environment } from './environment.ts';
import { secretsPath, settleSecrets } from './secrets.ts';
import { removeHalfWritten, targetOf } from './write-file.ts';

/**
 * Removes it at a start. Not what a command writes at this moment, and no line of `secrets.env` that a person wrote. A
 * folder that cannot be written is logged, and is no reason not to start.
 *
 * @param configPath of the file that was read; null for the demo.
 */
export async function removeLeftovers(
  { dataFolder, configPath: named }: Pick<Environment, 'dataFolder' | 'configPath'>,
  configPath: string | null,
  log: Log,
): Promise<void> {
  try {
    const config = await targetOf(configPath ?? named ?? resolve(CONFIG_NAME));
    const files =
      (await removeHalfWritten(secretsPath(dataFolder))) + (await removeHalfWritten(config));
    const lines = configPath === null ? 0 : await settleSecrets({ dataFolder, configPath });
    if (files + lines > 0) {
      const detail = 'a change of the configuration was interrupted; what it left is removed';
      log.info('leftovers_removed', { files, lines, detail });
    }
  } catch (error) {
    log.warn('leftovers_not_removed', { detail: messageOf(error) });
  }
}
