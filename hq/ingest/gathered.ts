/** The changes of many batches, sorted by where they go: of each row the newest state alone. */

import { readChange } from '../../chain/codec.ts';
import type { AnyChange } from '../../chain/messages/batch.ts';
import type { SettingsData } from '../../chain/messages/kinds.ts';
import { isNewer, type Revision } from '../../chain/revision.ts';
import type { Value } from '../database/database.ts';
import { fits, ROW_KINDS, type RowGym, type RowName } from './row-kinds.ts';
import type { Row } from './upsert.ts';

export interface NewSettings extends Revision {
  readonly gym: number;
  readonly data: SettingsData | null;
}

export interface ParkedChange extends Revision {
  readonly gym: number;
  readonly kind: string;
  readonly key: string;
  readonly data: unknown;
}

export class Gathered {
  readonly #rows = new Map<RowName, Map<string, Row>>();
  readonly settings = new Map<number, NewSettings>();
  readonly parked = new Map<string, ParkedChange>();

  /** @returns whether it was understood; else it is among the parked ones. */
  add(change: AnyChange, gym: RowGym & { readonly key: number }, epoch: number): boolean {
    const { rev } = change;
    const known = readChange(change);
    if (known?.kind === 'settings' && !JSON.stringify(known.data).includes('\\u0000')) {
      const settings = { gym: gym.key, epoch, rev, data: known.data };
      if (isNewer(settings, this.settings.get(gym.key) ?? null))
        this.settings.set(gym.key, settings);
      return true;
    }
    const row = known === null || known.kind === 'settings' ? null : rowOf(known, gym, epoch);
    if (known === null || known.kind === 'settings' || row === null) {
      const name = `${gym.key} ${change.kind} ${change.key}`;
      const parked = {
        gym: gym.key,
        kind: clean(change.kind),
        key: clean(change.key),
        epoch,
        rev,
        data: change.data,
      };
      if (isNewer(parked, this.parked.get(name) ?? null)) this.parked.set(name, parked);
      return false;
    }
    const rows = this.#rows.get(known.kind) ?? new Map<string, Row>();
    this.#rows.set(known.kind, rows);
    const name = `${gym.key} ${change.key}`;
    if (isNewer(row, rows.get(name) ?? null)) rows.set(name, row);
    return true;
  }

  /** In an order that is the same for everyone, so that no two of them wait for each other. */
  rows(kind: RowName): readonly Row[] {
    const rows = [...(this.#rows.get(kind)?.entries() ?? [])];
    return rows.sort(([one], [other]) => (one < other ? -1 : 1)).map(([, row]) => row);
  }
}

/** Null for what the table cannot hold. */
function rowOf(
  change: Extract<NonNullable<ReturnType<typeof readChange>>, { kind: RowName }>,
  gym: RowGym & { readonly key: number },
  epoch: number,
): Row | null {
  const kind = ROW_KINDS[change.kind];
  const key = kind.keyOf(change.key);
  if (key === null || !key.every((value, at) => fits(value, kind.key[at]?.type ?? 'text')))
    return null;
  const values: readonly Value[] | null =
    change.data === null ? null : kind.valuesOf(change.data as never, gym);
  if (
    values !== null &&
    !values.every((value, at) => fits(value, kind.columns[at]?.type ?? 'text'))
  )
    return null;
  return { gym: gym.key, key, epoch, rev: change.rev, values };
}

/** PostgreSQL holds no text with a zero in it. */
function clean(text: string): string {
  return text.replaceAll('\0', '\u{fffd}');
}
