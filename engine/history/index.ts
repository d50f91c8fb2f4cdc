/** Door of the history: counts over time and classes in SQLite, and the ownership of the data folder. */

export type { AccessStore, AuditKind, AuditRecord, StoredKey } from './access/access-store.ts';
export type { GrantStore, StoredClient, StoredGrant } from './access/grant-store.ts';
export type {
  ClassReads,
  ClassRecord,
  ClassStore,
  CorrectionRecord,
  ImportChange,
  ImportPlan,
  StoredAttendance,
  TrueCount,
} from './classes/class-store.ts';
export type { EmptyRoomReads, EmptyRoomStore, StoredEmptyRoom } from './empty-rooms.ts';
export { type FileSystem, inspectFileSystem } from './file-system.ts';
export {
  type History,
  type HistoryBeside,
  type HistoryOptions,
  openHistory,
  openHistoryForReading,
} from './history.ts';
export { type DataDirLock, type LockInfo, lockDataDir, readLock } from './lock.ts';
export type { Retention } from './purge.ts';
export type { HistoryReads, TimeRange } from './reads.ts';
export { type CountsRecorder, recordCounts, type SlotOwner } from './record.ts';
export type { MinuteSummary, StoredSample } from './rows.ts';
