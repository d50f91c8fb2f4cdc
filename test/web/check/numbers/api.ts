/** What the public API says of a gym, asked over HTTP with a key as any program asks. */

import { addDays } from '../../../../gym/calendar/zone.ts';
import type { FiguresBody } from '../../../../gym/figures/body.ts';
import type { ClassReportBody } from '../../../../gym/reports/class-report.ts';
import type { PerformanceBody } from '../../../../gym/reports/performance.ts';
import type { RevenueBody } from '../../../../gym/reports/revenue.ts';
import type { RoomsReportBody } from '../../../../gym/reports/rooms.ts';
import type { SessionReportBody } from '../../../../gym/reports/session-report.ts';
import type { SummaryBody } from '../../../../gym/reports/summary.ts';
import type { TrainerBody } from '../../../../gym/reports/trainer.ts';

export class Api {
  readonly #url: string;
  readonly #headers: Record<string, string>;

  constructor(url: string, key: string) {
    this.#url = url;
    this.#headers = { Authorization: `Bearer ${key}`, 'Content-Type': 'application/json' };
  }

  summary = () => this.#get<SummaryBody>('/v1/summary');
  rooms = () => this.#get<RoomsReportBody>('/v1/rooms');
  performance = () => this.#get<PerformanceBody>('/v1/classes/performance?limit=100');
  revenue = () => this.#get<RevenueBody>('/v1/revenue');
  classOf = (id: string) => this.#get<ClassReportBody>(`/v1/classes/${encodeURIComponent(id)}`);
  session = (id: string) => this.#get<SessionReportBody>(`/v1/sessions/${encodeURIComponent(id)}`);
  trainer = (id: string) =>
    this.#get<TrainerBody>(`/v1/trainers/${encodeURIComponent(id)}?period=week`);

  query(asked: object): Promise<FiguresBody> {
    const body = JSON.stringify({ limit: 1_000, ...asked });
    return this.#get('/v1/query', { method: 'POST', body });
  }

  /** The classes of a day, each by its own read, and the day in sum. */
  async day(date: string) {
    const measures = ['sessions', 'attended', 'fill_rate'];
    const { rows, total } = await this.query({ measures, by: ['session'], from: date, to: date });
    const reports = await Promise.all(rows.map((row) => this.session(String(row['session']))));
    const classes = reports
      .map(({ session }) => session)
      .toSorted((one, other) => one.starts_at.localeCompare(other.starts_at));
    return { classes, total };
  }

  /** Each day of a range, and all of them. */
  days = (from: string, to: string) =>
    this.query({
      measures: ['sessions', 'held', 'cancelled', 'attended', 'fill_rate', 'no_shows'],
      by: ['day'],
      from,
      to,
      fill: 'gaps',
    });

  /** The days of a week from its Monday on, and the same weekdays of the four weeks before. */
  async week(monday: string) {
    const week = await this.days(monday, addDays(monday, 6));
    const before = await this.days(addDays(monday, -28), addDays(monday, -1));
    return { week, before };
  }

  hours = () => this.query({ measures: ['fill_rate', 'held'], by: ['weekday', 'hour'] });
  trainers = () =>
    this.query({
      measures: ['slot_index', 'held', 'fill_rate', 'no_show_rate'],
      by: ['trainer'],
    });

  async #get<Body>(path: string, asked: RequestInit = {}): Promise<Body> {
    const answer = await fetch(`${this.#url}${path}`, { ...asked, headers: this.#headers });
    if (!answer.ok) throw new Error(`${path}: ${answer.status} ${await answer.text()}`);
    return (await answer.json()) as Body;
  }
}
