/** The state of a row as it is sent, read from its table. Only columns that are named here can be sent. */

import type { EstimateData, Kind } from '../../../chain/kinds.ts';
import type { Change } from '../../../chain/sync.ts';
import {
  CLASS_FIELDS,
  MERGED_NAMES,
  type MergedField,
} from '../../../gym/sessions/class-fields.ts';
import type { EstimateBody } from '../classes/reads.ts';

const SESSION_PAIRS = MERGED_NAMES.map((name) => {
  const field: (typeof CLASS_FIELDS)[MergedField] & { readonly isFlag?: true } = CLASS_FIELDS[name];
  const { column } = field;
  return `'${column}', ${field.isFlag ? `json(iif(${column}, 'true', 'false'))` : column}`;
});

/** JSON texts, by kind; null where there is no such row. `outbox` is the row that is sent. */
const BODIES: Readonly<Record<Kind, string>> = {
  session: `SELECT json_object('source', source, ${SESSION_PAIRS.join(', ')}) FROM classes WHERE id = outbox.key`,
  estimate: `SELECT json_array(version, computed_utc_ms, json(body)) FROM estimates
    WHERE class = outbox.key ORDER BY version DESC LIMIT 1`,
  correction: `SELECT json_object('attended', attended, 'note', note, 'by', made_by, 'made_utc_ms', made_utc_ms,
      'withdrawn_utc_ms', withdrawn_utc_ms, 'withdrawn_by', withdrawn_by) FROM corrections
    WHERE class = substr(outbox.key, 1, instr(outbox.key, '/') - 1)
      AND number = CAST(substr(outbox.key, instr(outbox.key, '/') + 1) AS INTEGER)`,
  trainer: `SELECT json_object('name', name, 'aliases', json((
      SELECT json_group_array(DISTINCT alias.name ORDER BY alias.name)
      FROM trainer_aliases AS alias JOIN sources ON sources.key = alias.source
      WHERE sources.gym = trainers.gym AND alias.trainer = trainers.id AND alias.name <> trainers.name
    ))) FROM trainers WHERE gym = outbox.gym AND id = outbox.key`,
  settings: 'SELECT body FROM shared_settings WHERE gym = outbox.gym',
};

/** An expression over a row of `outbox`. */
export const BODY = `CASE WHEN is_gone THEN NULL ${Object.entries(BODIES)
  .map(([kind, sql]) => `WHEN kind = '${kind}' THEN (${sql})`)
  .join(' ')} END`;

export type ChangeRow = readonly [seq: number, kind: Kind, key: string, body: unknown];

/** Not checked against the shape of its kind. */
export function toChange([seq, kind, key, body]: ChangeRow): Change {
  const data = kind === 'estimate' && body !== null ? estimateOf(body as EstimateRow) : body;
  return { seq, kind, key, data } as Change;
}

type EstimateRow = readonly [version: number, computedUtcMs: number, body: EstimateBody];

function estimateOf([version, computed_utc_ms, body]: EstimateRow): EstimateData {
  const [source, attended, low, high, quality, reasons, , method] = body;
  return {
    version,
    computed_utc_ms,
    source,
    attended,
    low,
    high,
    quality,
    reasons: [...reasons],
    method,
  };
}
