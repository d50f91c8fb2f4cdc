/** How the history is doing, for `/v1/status` and `/health`. */

export interface StorageStatus {
  readonly state: 'ok' | 'failing';
  /** Why it fails; null when it does not. */
  readonly detail: string | null;
  readonly sizeBytes: number;
  readonly samplesStored: number;
  readonly lastWriteUtcMs: number | null;
}
