/** A chain in the database, made by the database itself: its gyms, their classes, and the sums of their days. */

import type { Database } from '../../hq/database/database.ts';
import { hashOf } from '../../store/access/secret.ts';

/** Six weeks and two days: what a view of a gym has. */
export const DAYS = 44;
/** Of a gym and day. */
export const CLASSES = 10;
export const DAY_MS = 86_400_000;

/** Gyms `gym-1` … with the keys 1 …, without classes. */
export async function addGyms(database: Database, gyms: number): Promise<void> {
  await database.query(
    `INSERT INTO gym (id, name, created_utc_ms)
     SELECT 'gym-' || n, 'Gym ' || n, 0 FROM generate_series(1, $1::integer) AS n`,
    [gyms],
  );
}

/** A box of each of those gyms, the key of gym n by its number. */
export async function addBoxes(database: Database, gyms: number): Promise<readonly string[]> {
  const keys = Array.from({ length: gyms + 1 }, (_, n) => `tb_${String(n).padStart(32, '0')}`);
  const hashes = keys.slice(1).map(hashOf);
  await database.query(
    `INSERT INTO box (id, gym, hash, hostname, joined_utc_ms, seq, top_seq)
     SELECT 'box_' || n, n, hash, 'bench', 0, 0, 0 FROM unnest($1::text[]) WITH ORDINALITY AS box (hash, n)`,
    [hashes],
  );
  return keys;
}

/** Their classes up to tomorrow, and the sums of their days. */
export async function fill(database: Database, gyms: number): Promise<void> {
  const today = Math.floor(Date.now() / DAY_MS) * DAY_MS;
  await database.query(FILL, [gyms, DAYS, CLASSES, today]);
  await database.query(FILL_DAYS);
  await database.query('VACUUM ANALYZE');
}

const FILL = `
INSERT INTO class_now (gym, id, seq, day, starts_utc_ms, ends_utc_ms, name, trainer, is_substitute, room, source,
  is_cancelled, capacity, booked, checked_in, late_cancels, waitlisted, est_seq, est_utc_ms, est_source,
  attended, low, high, quality, reasons, method, version)
SELECT g, 'cls_' || lpad((d * $3::integer + c + 100000)::text, 20, '0'), 1, to_timestamp(t / 1000)::date, t, t + 3600000,
  'Class ' || c, 'trainer-' || c % 6, false, 'room-' || c % 4, 'bookings', false, 20, (d + c) % 20, NULL, 1, 0,
  1, t, 'camera', (d + c + g) % 20, (d + c + g) % 20, 20, 'A', '[]', '2/bench', 1
FROM generate_series(1, $1::integer) AS g, generate_series(0, $2::integer - 1) AS d, generate_series(0, $3::integer - 1) AS c,
  LATERAL (SELECT $4::bigint - (d - 1) * 86400000::bigint + (6 + c) * 3600000::bigint AS t) AS starts
ON CONFLICT DO NOTHING`;

const COLUMNS = `of_all, held, by_camera, attended_n, attended, places_n, places, places_attended, empty_seats_n, empty_seats,
  over_n, capacity_n, capacity, booked_n, booked, no_shows_n, no_shows, no_shows_booked, walk_ins_n, walk_ins, late_cancels_n,
  late_cancels, waitlisted_n, revenue_n, revenue, earned_n, earned, visits`;

const FILL_DAYS = `
INSERT INTO gym_day (gym, day, ${COLUMNS})
SELECT gym, day, count(*), count(*), count(*), count(*), sum(attended), count(*), sum(capacity), sum(attended), count(*),
  sum(greatest(0, capacity - attended)), count(*), count(*), sum(capacity), count(*), sum(booked), count(*),
  sum(greatest(0, booked - attended)), sum(booked), count(*), sum(greatest(0, attended - booked)), count(*),
  count(*), count(*), count(*), sum(attended) * 9000, count(*), sum(attended) * 9000, sum(attended)
FROM class_now GROUP BY day, gym ORDER BY day, gym ON CONFLICT DO NOTHING`;
