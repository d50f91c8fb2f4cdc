/** The outbox of the history: questions over one connection, changes over the other. Triggers fill it, see `schema/outbox.ts`. */

import { readJson } from '../classes/json-rows.ts';
import type { Database, Session } from '../database.ts';
import { coded } from '../faults.ts';
import { BODY, type ChangeRow, toChange } from './bodies.ts';
import type { LinkState, OutboxReads, OutboxRow, OutboxStore } from './outbox-store.ts';

/** Chosen here: a page of revisions is parsed in about a millisecond. */
const PAGE_ROWS = 1_000;

export function createOutboxReads(reading: Database): OutboxReads {
  return {
    links: () => reading.exclusive((session) => session.all<LinkState>(LINKS)),
    pending: async (gymId) => {
      const found = await reading.exclusive((session) =>
        session.get<{ waiting: number; held: number }>(PENDING, gymId),
      );
      return found ?? { waiting: 0, held: 0 };
    },
  };
}

export function createOutboxStore(writing: Database, reading: Database): OutboxStore {
  const change = (work: (session: Session) => Promise<unknown>) =>
    coded(writing.transaction(work)).then(() => undefined);
  const listeners = new Set<() => void>();
  const changeLinks = async (work: (session: Session) => Promise<unknown>) => {
    await change(work);
    for (const listener of [...listeners]) listener();
  };
  return {
    ...createOutboxReads(reading),
    waiting: async (gymId, limit, afterSeq = 0) => {
      // One statement: the link and the rows are of one instant.
      const found = await reading.exclusive((session) =>
        session.get<{ link: string; page: string }>(WAITING, gymId, limit + 1, afterSeq),
      );
      if (found === undefined) return null;
      const rows: ChangeRow[] = JSON.parse(found.page);
      const changes = rows.slice(0, limit).map(toChange);
      return { link: JSON.parse(found.link), changes, hasMore: rows.length > limit };
    },
    rows: (gymId) => readRows(reading, gymId),
    link: (gymId, { epoch, run }) =>
      changeLinks(async (session) => {
        if ((await session.run(LINK, gymId, epoch, run)) === 0) return;
        for (const fill of FILL) await session.run(fill, gymId);
        await session.run(FILLED, gymId);
      }),
    unlink: (gymId) =>
      changeLinks(async (session) => {
        for (const table of ['links', 'outbox', 'shared'])
          await session.run(`DELETE FROM ${table} WHERE gym = ?`, gymId);
      }),
    onLinks: (listener) => {
      listeners.add(listener);
      return () => {
        listeners.delete(listener);
      };
    },
    noteRun: (gymId, run) =>
      change((session) => session.run('UPDATE links SET run = ? WHERE gym = ?', run, gymId)),
    renew: (gymId, epoch) => change((session) => session.run(RENEW, epoch, gymId)),
    moveCursor: (gymId, epoch, cursorSeq) =>
      change((session) => session.run(MOVE, cursorSeq, gymId, epoch)),
    hold: (gymId, rows) => change((session) => session.run(HOLD, gymId, JSON.stringify(rows))),
    sendAgain: (gymId, rows) =>
      change(async (session) => {
        const json = JSON.stringify(rows.map(({ kind, key }, at) => [kind, key, at + 1]));
        await session.run(AGAIN, gymId, json);
        await session.run(AFTER_AGAIN, gymId);
      }),
    share: (gymId, kind, states) =>
      change((session) => {
        const rows = states.map(({ key, data }) => [key, JSON.stringify(data)]);
        return session.run(SHARE, gymId, kind, JSON.stringify(rows));
      }),
  };
}

async function* readRows(
  reading: Database,
  gymId: string,
): AsyncGenerator<readonly OutboxRow[], void, void> {
  let after: readonly [kind: string, key: string] = ['', ''];
  for (;;) {
    const from = after;
    const page = await reading.exclusive((session) =>
      readJson<OutboxRow>(session, ROWS, gymId, ...from),
    );
    const last = page.at(-1);
    if (last === undefined) return;
    yield page;
    after = [last.kind, last.key];
  }
}

const LINKS = `
SELECT gym AS gymId, epoch, run, last_seq AS lastSeq, whole_seq AS wholeSeq, cursor_seq AS cursorSeq FROM links`;

const PENDING = `
SELECT count(*) FILTER (WHERE NOT is_held AND seq > cursor_seq) AS waiting, count(*) FILTER (WHERE is_held) AS held
FROM outbox JOIN links USING (gym) WHERE gym = ? AND (seq > cursor_seq OR is_held)`;

/** Values: gym, how many at most, after which number. */
const WAITING = `
SELECT json_object('gymId', gym, 'epoch', epoch, 'run', run, 'lastSeq', last_seq, 'wholeSeq', whole_seq,
  'cursorSeq', cursor_seq) AS link,
(SELECT json_group_array(json_array(seq, kind, key, rev, at_utc_ms, json(${BODY})) ORDER BY seq) FROM (
  SELECT * FROM outbox WHERE gym = links.gym AND seq > max(links.cursor_seq, ?3) AND NOT is_held
  ORDER BY seq LIMIT ?2
) AS outbox) AS page
FROM links WHERE gym = ?1`;

const ROWS = `
SELECT json_group_array(json_object('kind', kind, 'key', key, 'rev', rev)) AS page FROM (
  SELECT kind, key, rev FROM outbox
  WHERE gym = ? AND (kind, key) > (?, ?) AND NOT is_gone AND NOT is_held ORDER BY kind, key LIMIT ${PAGE_ROWS}
)`;

const LINK = `
INSERT INTO links (gym, epoch, run, last_seq, whole_seq, cursor_seq) VALUES (?, ?, ?, 0, 0, 0)
ON CONFLICT DO NOTHING`;

const NOW_UTC_MS = "CAST(round((julianday('now') - 2440587.5) * 86400000) AS INTEGER)";

/** All rows of a kind, numbered after those that are there. */
const fill = (kind: string, key: string, from: string, order: string) => `
INSERT INTO outbox (gym, kind, key, rev, seq, is_gone, is_held, at_utc_ms)
SELECT ?1, '${kind}', ${key}, ${NOW_UTC_MS},
  coalesce((SELECT max(seq) FROM outbox WHERE gym = ?1), 0) + row_number() OVER (ORDER BY ${order}),
  0, 0, ${NOW_UTC_MS}
FROM ${from}`;

const FILL = [
  fill('trainer', 'id', 'trainers WHERE gym = ?1', 'id'),
  fill('session', 'id', 'classes WHERE gym = ?1', 'starts_utc_ms DESC, id'),
  fill(
    'estimate',
    'id',
    'classes WHERE gym = ?1 AND EXISTS (SELECT 1 FROM estimates WHERE class = classes.id)',
    'starts_utc_ms DESC, id',
  ),
  fill(
    'correction',
    "id || '/' || number",
    'corrections JOIN classes ON classes.id = corrections.class WHERE gym = ?1',
    'starts_utc_ms DESC, id, number',
  ),
  fill('audit', 'number', 'audit_log WHERE gym = ?1', 'number DESC'),
];

const FILLED = `
UPDATE links SET last_seq = coalesce((SELECT max(seq) FROM outbox WHERE gym = ?1), 0),
  whole_seq = coalesce((SELECT max(seq) FROM outbox WHERE gym = ?1), 0) WHERE gym = ?1`;

const RENEW = 'UPDATE links SET epoch = ?, cursor_seq = 0, whole_seq = last_seq WHERE gym = ?';

const MOVE = `
UPDATE links SET cursor_seq = ?1 WHERE gym = ?2 AND epoch = ?3 AND ?1 <= last_seq`;

const HOLD = `
UPDATE outbox SET is_held = 1 WHERE gym = ?1 AND (kind, key, rev) IN (
  SELECT value ->> 'kind', value ->> 'key', value ->> 'rev' FROM json_each(?2))`;

/** Values: gym; kind, key and place from 1 as JSON. */
const AGAIN = `
UPDATE outbox SET seq = (SELECT last_seq FROM links WHERE gym = ?1) + asked.place
FROM (SELECT value ->> 0 AS kind, value ->> 1 AS key, value ->> 2 AS place FROM json_each(?2)) AS asked
WHERE outbox.gym = ?1 AND outbox.kind = asked.kind AND outbox.key = asked.key`;

const AFTER_AGAIN = `
UPDATE links SET last_seq = max(last_seq, coalesce((SELECT max(seq) FROM outbox WHERE gym = ?1), 0)) WHERE gym = ?1`;

const SHARE = `
INSERT INTO shared (gym, kind, key, body)
SELECT ?1, ?2, value ->> 0, value ->> 1 FROM json_each(?3) WHERE true
ON CONFLICT DO UPDATE SET body = excluded.body WHERE body IS NOT excluded.body`;
