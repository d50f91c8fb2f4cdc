/** Backups that the server makes by itself, as the configuration asks for them. */

import { join } from 'node:path';
import type { BackupConfig, Config } from '../config/config.ts';
import { listModels } from '../engine/models/installed.ts';
import { messageOf } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { backupName, backupsIn, createBackup, pruneBackups } from '../store/backup/create.ts';

/** After one that failed, ms: a disk that is plugged in again is used soon, and the log stays short. Chosen here. */
const RETRY_MS = 15 * 60_000;
/** A backup is overdue after so many times the period. */
export const OVERDUE_PERIODS = 2;

interface BackupsOptions {
  /** The data folder. */
  readonly dir: string;
  readonly modelsDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

export type Backups = ReturnType<typeof createBackups>;

export function createBackups({ dir, modelsDir, clock, log }: BackupsOptions) {
  /** The folder whose newest backup is known, and when that was made; null without one. */
  let newest: { readonly to: string; readonly atUtcMs: number | null } | null = null;
  let failures = 0;
  let fault: string | null = null;
  let failedMs = Number.NEGATIVE_INFINITY;
  const makeIfDue = async ({ to, everyMs, keep }: BackupConfig, configFile: string | null) => {
    const [last] = await backupsIn(to);
    newest = { to, atUtcMs: last?.atUtcMs ?? null };
    const nowUtcMs = clock.nowUtcMs();
    // One from the future is of a wrong clock: it must not hold up the others for years.
    const isFresh = last !== undefined && Math.abs(nowUtcMs - last.atUtcMs) < everyMs;
    if (isFresh || clock.monotonicMs() - failedMs < RETRY_MS) return;
    try {
      const models = await installedNames(modelsDir);
      const path = join(to, backupName(nowUtcMs));
      const { bytes } = await createBackup({ dir, configFile, models, to: path, clock });
      newest = { to, atUtcMs: nowUtcMs };
      fault = null;
      const removed = await pruneBackups(to, keep);
      log.info('backup_written', { bytes, removed });
    } catch (error) {
      failures += 1;
      failedMs = clock.monotonicMs();
      fault = messageOf(error);
      log.warn('backup_failed', { detail: fault });
    }
  };
  return {
    /** Makes one if it is due, one at a time. Never rejects for a backup that fails: that is logged and counted, and tried again. */
    look: async ({ backup, path }: Pick<Config, 'backup' | 'path'>): Promise<void> => {
      if (backup !== null) await makeIfDue(backup, path);
    },
    /** Costs nothing: the folder was read at the last look. `newestUtcMs` is null where there is none. */
    status: (backup: BackupConfig | null) => {
      if (backup === null) return null;
      const newestUtcMs = newest?.to === backup.to ? newest.atUtcMs : null;
      const isOverdue =
        newestUtcMs === null
          ? failures > 0
          : clock.nowUtcMs() - newestUtcMs > OVERDUE_PERIODS * backup.everyMs;
      /** How many could not be written since the start, and why the last one could not; null where it was. */
      return { newestUtcMs, isOverdue, failures, fault };
    },
  };
}

/** Names of the models that are installed. */
export async function installedNames(modelsDir: string): Promise<readonly string[]> {
  const models = await listModels(modelsDir);
  return models.filter(({ installed }) => installed !== null).map(({ name }) => name);
}
