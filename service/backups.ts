/** Backups that the server makes by itself, as the configuration asks for them. */

import { join } from 'node:path';
import type { BackupConfig, Config } from '../config/config.ts';
import { listModels } from '../engine/models/installed.ts';
import { messageOf } from '../errors.ts';
import type { Clock } from '../runtime/clock.ts';
import type { Log } from '../runtime/log/log.ts';
import { backupName, backupsIn, createBackup, pruneBackups } from '../store/backup/create.ts';
import type { BackupStatus } from './status.ts';

/** After one that failed, ms: a disk that is plugged in again is used soon, and the log stays short. Chosen here. */
const RETRY_MS = 15 * 60_000;
/** A backup is overdue after so many times the period. */
const OVERDUE_PERIODS = 2;

export interface BackupsOptions {
  /** The data folder. */
  readonly dir: string;
  readonly modelsDir: string;
  readonly clock: Clock;
  readonly log: Log;
}

export class Backups {
  readonly #options: BackupsOptions;
  /** The folder whose newest backup is known, and when that was made; `atUtcMs` is null without one. */
  #newest: { readonly to: string; readonly atUtcMs: number | null } | null = null;
  #failures = 0;
  #failedMs = Number.NEGATIVE_INFINITY;
  #running: Promise<void> = Promise.resolve();

  constructor(options: BackupsOptions) {
    this.#options = options;
  }

  /** Makes one if it is due. Never rejects for a backup that fails: that is logged and counted, and tried again. */
  look({ backup, path }: Pick<Config, 'backup' | 'path'>): Promise<void> {
    if (backup !== null) {
      this.#running = this.#running.then(() => this.#makeIfDue(backup, path));
    }
    return this.#running;
  }

  /** Resolves when none is under way. */
  settled(): Promise<void> {
    return this.#running;
  }

  /** Costs nothing: the folder was read at the last look. */
  status(backup: BackupConfig | null): BackupStatus | null {
    if (backup === null) return null;
    const isKnown = this.#newest?.to === backup.to;
    const newestUtcMs = isKnown ? (this.#newest?.atUtcMs ?? null) : null;
    const ageMs = newestUtcMs === null ? null : this.#options.clock.nowUtcMs() - newestUtcMs;
    const isOld = ageMs !== null && ageMs > OVERDUE_PERIODS * backup.everyMs;
    const isMissing = newestUtcMs === null && this.#failures > 0;
    return { newestUtcMs, isOverdue: isOld || isMissing, failures: this.#failures };
  }

  async #makeIfDue({ to, everyMs, keep }: BackupConfig, configFile: string | null): Promise<void> {
    const { dir, modelsDir, clock, log } = this.#options;
    const [newest] = await backupsIn(to);
    this.#newest = { to, atUtcMs: newest?.atUtcMs ?? null };
    const nowUtcMs = clock.nowUtcMs();
    // One from the future is of a wrong clock: it must not hold up the others for years.
    const isFresh = newest !== undefined && Math.abs(nowUtcMs - newest.atUtcMs) < everyMs;
    if (isFresh || clock.monotonicMs() - this.#failedMs < RETRY_MS) return;
    try {
      const models = await installedNames(modelsDir);
      const path = join(to, backupName(nowUtcMs));
      const { bytes } = await createBackup({ dir, configFile, models, to: path, clock });
      this.#newest = { to, atUtcMs: nowUtcMs };
      const removed = await pruneBackups(to, keep);
      log.info('backup_written', { bytes, removed });
    } catch (error) {
      this.#failures += 1;
      this.#failedMs = clock.monotonicMs();
      log.warn('backup_failed', { detail: messageOf(error) });
    }
  }
}

/** Names of the models that are installed. */
export async function installedNames(modelsDir: string): Promise<readonly string[]> {
  const models = await listModels(modelsDir);
  return models.filter(({ installed }) => installed !== null).map(({ name }) => name);
}
