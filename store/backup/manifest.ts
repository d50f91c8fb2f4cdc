/** What a backup says of itself: the first file of its archive. */

import { TurnoutError } from '../../errors.ts';

/** Of this description. A later one that older builds cannot read gets the next number. */
export const BACKUP_FORMAT = 1;
export const MANIFEST_FILE = 'manifest.json';

export interface BackupFile {
  readonly name: string;
  readonly bytes: number;
  /** In hexadecimal digits. */
  readonly sha256: string;
}

export interface BackupManifest {
  readonly format: number;
  /** The Turnout that wrote it. */
  readonly version: string;
  /** Version of the schema of its database. */
  readonly schemaVersion: number;
  readonly createdUtcMs: number;
  readonly files: readonly BackupFile[];
  /** Installed models by name. They are not in the archive: `turnout model install` fetches them again. */
  readonly models: readonly string[];
}

/** As it is written. */
export function manifestText(manifest: BackupManifest): string {
  const { createdUtcMs, schemaVersion, ...rest } = manifest;
  const created = new Date(createdUtcMs).toISOString();
  return `${JSON.stringify({ ...rest, schema_version: schemaVersion, created }, null, 2)}\n`;
}

/** Throws `backup_unusable`. Names that lead out of a folder are refused. */
export function readManifest(text: string, where: string): BackupManifest {
  const fault = (got: string, hint?: string) => unusableBackup(where, got, hint);
  const told = parsed(text);
  if (told === null) throw fault(`${MANIFEST_FILE} that is no JSON object`);
  const { format, version, schema_version, created, files, models } = told;
  if (format !== BACKUP_FORMAT) {
    throw fault(
      `format ${JSON.stringify(format) ?? 'none'}`,
      'restore it with the Turnout that wrote it, or a newer one',
    );
  }
  const createdUtcMs = typeof created === 'string' ? Date.parse(created) : Number.NaN;
  const isWhole =
    typeof version === 'string' &&
    typeof schema_version === 'number' &&
    !Number.isNaN(createdUtcMs) &&
    Array.isArray(files) &&
    files.every(isFile) &&
    Array.isArray(models) &&
    models.every((name) => typeof name === 'string');
  if (!isWhole) throw fault(`${MANIFEST_FILE} without a part that it must have`);
  return { format, version, schemaVersion: schema_version, createdUtcMs, files, models };
}

export function unusableBackup(
  where: string,
  got: string,
  hint = 'use another backup: this one is damaged, or Turnout did not write it',
  cause?: unknown,
): TurnoutError {
  const expected = 'a whole backup made by turnout backup';
  return new TurnoutError('backup_unusable', { where, expected, got, hint }, { cause });
}

function parsed(text: string): Record<string, unknown> | null {
  try {
    const value: unknown = JSON.parse(text);
    const isObject = typeof value === 'object' && value !== null && !Array.isArray(value);
    return isObject ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function isFile(value: unknown): value is BackupFile {
  if (typeof value !== 'object' || value === null) return false;
  const { name, bytes, sha256 } = value as Record<string, unknown>;
  const isNamed = typeof name === 'string' && /^[a-z][a-z0-9.-]{0,63}$/.test(name);
  return (
    isNamed &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    /^[0-9a-f]{64}$/.test(String(sha256))
  );
}
