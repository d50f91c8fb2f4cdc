/** The outbox of the history: questions over one connection, changes over the other. Triggers fill it, see `schema/outbox.ts`. */

import type { Kind, SettingsData } from '../../chain/kinds.ts';
import type { Change, NumberedRow } from '../../chain/sync.ts';
import { CLASS_FIELDS, MERGED_NAMES } from '../../gym/sessions/class-fields.ts';
import { createListeners } from '../../runtime/listeners.ts';
import { estimatePairs } from './classes/reads.ts';
import { columnsOf, type RowOf } from './classes/rows.ts';
import { type Database, pagesOf, type Session } from './database.ts';
import { coded } from './faults.ts';
import { LINK } from './schema/outbox.ts';

/* The state of a row as it is sent, read from its table. Only columns that are named here can be sent. */

const SESSION = columnsOf(
  Object.fromEntries(MERGED_NAMES.map((name) => [CLASS_FIELDS[name].column, CLASS_FIELDS[name]])),
);

/** Of an estimate: its figures stay at the box. */
const SENT = ['source', 'attended', 'low', 'high', 'quality', 'reasons', 'method'];

/** JSON texts, by kind; null where there is no such row. `outbox` is the row that is sent. */
const BODIES: Readonly<Record<Kind, string>> = {
  session: `SELECT json_object('source', source, ${SESSION.pairs('classes')}) FROM classes WHERE id = outbox.key`,
  estimate: `SELECT json_object('version', version, 'computed_utc_ms', computed_utc_ms, ${estimatePairs(SENT)}) FROM estimates
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

/** Chosen here: a page of numbers is parsed in about a millisecond. */
const PAGE_ROWS = 1_000;

/** What a gym that has joined a head office has to send. Changes reject with `data_unusable` where the disk fails, and nothing of them is stored. */
export type OutboxStore = ReturnType<typeof createOutboxStore>;

export function createOutboxStore(writing: Database, reading: Database) {
  const change = (work: (session: Session) => Promise<unknown>) =>
    coded(writing.transaction(work)).then(() => undefined);
  const changed = createListeners<[]>();
  const changeLinks = async (work: (session: Session) => Promise<unknown>) => {
    await change(work);
    void changed.tell();
  };
  return {
    links: () => reading.all<LinkState>(LINKS),
    /** Changes after the cursor that are not held back. */
    pending: async (gymId: string) => {
      const found = await reading.get<{ waiting: number; held: number }>(PENDING, gymId);
      return found ?? { waiting: 0, held: 0 };
    },
    /** Changes after the cursor. Null where the gym has no link. Bodies are read now. */
    waiting: async (gymId: string, limit: number) => {
      // One statement: the link and the rows are of one instant.
      const found = await reading.get<{ link: string; page: string }>(WAITING, gymId, limit + 1);
      if (found === undefined) return null;
      // Not checked against the shapes of their kinds.
      const rows: Change[] = JSON.parse(found.page);
      const link: LinkState = JSON.parse(found.link);
      // By number, with the newest state of their rows; the link is of the same instant.
      return { link, changes: rows.slice(0, limit), hasMore: rows.length > limit };
    },
    /** All live rows that are not held back, in pages: each sees one state of the data. */
    rows: (gymId: string) =>
      pagesOf<NumberedRow>(reading, PAGE_ROWS, ROWS, (last) => {
        return [gymId, last?.kind ?? '', last?.key ?? ''];
      }),
    /**
     * Begins a link with all that the gym has, the newest classes first, numbered after `afterSeq`. One that was there before is
     * forgotten.
     */
    link: (gymId: string, { run, afterSeq }: Begun) =>
      changeLinks(async (session) => {
        await forget(session, gymId);
        await session.run(BEGIN, gymId, run, afterSeq);
        for (const fill of FILL) await session.run(fill, gymId);
        await session.run(FILLED, gymId);
      }),
    /** Ends it, and forgets what was to be sent. */
    unlink: (gymId: string) => changeLinks((session) => forget(session, gymId)),
    /** Calls `listener` after a link began or ended. @returns how to stop listening. */
    onLinks: changed.add,
    noteRun: (gymId: string, run: string) =>
      change((session) => session.run('UPDATE links SET run = ? WHERE gym = ?', run, gymId)),
    /** All rows wait again, with new numbers after `afterSeq`, which is no lower than the newest one. */
    renew: (gymId: string, { run, afterSeq }: Begun) =>
      change(async (session) => {
        await session.run(RENUMBER, gymId, afterSeq);
        const sql = 'UPDATE links SET run = ?1, base_seq = ?2 WHERE gym = ?3';
        await session.run(sql, run, afterSeq, gymId);
        await session.run(FILLED, gymId);
      }),
    /** Takes the head office's word; beyond what was ever sent it is ignored. */
    moveCursor: (gymId: string, cursorSeq: number) =>
      change((session) => session.run(MOVE, cursorSeq, gymId)),
    /** Keeps rows that break the shape of their kind from being sent, until they change. */
    hold: (gymId: string, seqs: readonly number[]) =>
      change((session) => session.run(HOLD, gymId, JSON.stringify(seqs))),
    /** Stores what comes from elsewhere than the database. The same a second time changes nothing. */
    share: (gymId: string, settings: SettingsData) =>
      change((session) => session.run(SHARE, gymId, JSON.stringify(settings))),
  };
}

async function forget(session: Session, gymId: string): Promise<void> {
  for (const table of ['links', 'outbox', 'shared_settings'])
    await session.run(`DELETE FROM ${table} WHERE gym = ?`, gymId);
}

const LINK_COLUMNS = columnsOf(LINK);

const LINKS = `SELECT ${LINK_COLUMNS.selected} FROM links`;

const PENDING = `
SELECT count(*) FILTER (WHERE NOT is_held AND seq > cursor_seq) AS waiting, count(*) FILTER (WHERE is_held) AS held
FROM outbox JOIN links USING (gym) WHERE gym = ? AND (seq > cursor_seq OR is_held)`;

/** Values: gym, how many at most. */
const WAITING = `
SELECT json_object(${LINK_COLUMNS.pairs('links')}) AS link,
(SELECT json_group_array(json_object('seq', seq, 'kind', kind, 'key', key, 'data', json(${BODY})) ORDER BY seq) FROM (
  SELECT * FROM outbox WHERE gym = links.gym AND seq > links.cursor_seq AND NOT is_held
  ORDER BY seq LIMIT ?2
) AS outbox) AS page
FROM links WHERE gym = ?1`;

const ROWS = `SELECT json_group_array(json_object('kind', kind, 'key', key, 'seq', seq)) AS page FROM (
  SELECT kind, key, seq FROM outbox
  WHERE gym = ? AND (kind, key) > (?, ?) AND NOT is_gone AND NOT is_held ORDER BY kind, key LIMIT ${PAGE_ROWS}
)`;

const BEGIN = `INSERT INTO links (gym, run, last_seq, base_seq, whole_seq, cursor_seq) VALUES (?1, ?2, ?3, ?3, ?3, ?3)`;

/** All rows of a kind, numbered after those that are there. */
const fill = (kind: string, key: string, from: string, order: string) => `
INSERT INTO outbox (gym, kind, key, seq, is_gone, is_held)
SELECT ?1, '${kind}', ${key}, (SELECT max(base_seq, coalesce((SELECT max(seq) FROM outbox WHERE gym = ?1), 0)) FROM links WHERE gym = ?1)
  + row_number() OVER (ORDER BY ${order}), 0, 0
FROM ${from}`;

const NEWEST = 'starts_utc_ms DESC, id';
const CORRECTED = 'corrections JOIN classes ON classes.id = corrections.class WHERE gym = ?1';
const ESTIMATED = 'classes WHERE gym = ?1 AND id IN (SELECT class FROM estimates)';
const FILL = [
  fill('trainer', 'id', 'trainers WHERE gym = ?1', 'id'),
  fill('session', 'id', 'classes WHERE gym = ?1', NEWEST),
  fill('estimate', 'id', ESTIMATED, NEWEST),
  fill('correction', "id || '/' || number", CORRECTED, `${NEWEST}, number`),
];

/** What there is now is all that waits. */
const FILLED = `UPDATE links SET (last_seq, whole_seq, cursor_seq) = (
  SELECT max(base_seq, coalesce(max(seq), 0)), max(base_seq, coalesce(max(seq), 0)), base_seq FROM outbox WHERE gym = ?1
) WHERE gym = ?1`;

const RENUMBER = `UPDATE outbox SET seq = ?2 + numbered.place
FROM (SELECT kind, key, row_number() OVER (ORDER BY seq) AS place FROM outbox WHERE gym = ?1) AS numbered
WHERE outbox.gym = ?1 AND outbox.kind = numbered.kind AND outbox.key = numbered.key`;

const MOVE = 'UPDATE links SET cursor_seq = ?1 WHERE gym = ?2 AND ?1 <= last_seq';

const HOLD =
  'UPDATE outbox SET is_held = 1 WHERE gym = ?1 AND seq IN (SELECT value FROM json_each(?2))';

const SHARE = `INSERT INTO shared_settings (gym, body) VALUES (?1, ?2)
ON CONFLICT DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`;

/** Where a gym is with its head office. */
export type LinkState = RowOf<typeof LINK>;

/** What is to be sent: at most as many changes as were wanted. */
export type Waiting = NonNullable<Awaited<ReturnType<OutboxStore['waiting']>>>;

type Begun = Pick<LinkState, 'run'> & { readonly afterSeq: number };
