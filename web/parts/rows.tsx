/** Rows and small parts that several pages have: a class on a date, a class of the week, days before and after, figures. */

import type { ComponentChildren } from 'preact';
import type { SessionBody } from '../../gym/reports/session-row.ts';
import { ClassBar } from '../charts/bars.tsx';
import type { Beside as BesideData } from '../data.ts';
import type { DaysAround } from '../model/days.ts';
import { capitalised, date, dateOf, timeOf } from '../words/format.ts';
import {
  attendanceWords,
  besideWords,
  bookingWords,
  trustWords,
  whoWhere,
} from '../words/sentences.ts';
import { Icon } from './icon.tsx';

interface RowProps {
  readonly session: SessionBody;
  /** Whether the date stands above the time. */
  readonly isDated?: boolean;
  /** Whether the list is of one class, whose name stands above it. */
  readonly isNamed?: boolean;
}

export function SessionRow({ session, isDated = false, isNamed = true }: RowProps) {
  const { id, name, status, starts_at } = session;
  const trust = trustWords(session);
  const bookings = bookingWords(session);
  return (
    <li class={`session is-${status}`} data-key={id}>
      <a href={`/sessions/${encodeURIComponent(id)}`}>
        <span class="when">
          {isDated && <span class="date">{date(dateOf(starts_at), 'short')} </span>}
          <time dateTime={starts_at}>{timeOf(starts_at)}</time>
        </span>
        <span class="what">
          {isNamed && <bdi class="name">{name}</bdi>} <bdi class="who">{whoWhere(session)}</bdi>
        </span>
        <ClassBar {...session} />
        <span class="how">
          <strong>
            {status === 'in_progress' && <span class="dot" aria-hidden="true" />}
            {attendanceWords(session)}
          </strong>{' '}
          {trust !== null && <span class="trust">{trust}</span>}{' '}
          {bookings !== null && <span class="bookings">{bookings}</span>}
        </span>
      </a>
    </li>
  );
}

interface WeeklyClassProps {
  readonly of: { readonly name: string; readonly weekday: string; readonly start_time: string };
  /** The trainer, the room or both; null is left out. */
  readonly who: readonly (string | null | undefined)[];
}

export function WeeklyClass({ of: { name, weekday, start_time: start }, who }: WeeklyClassProps) {
  return (
    <span class="what">
      <bdi class="name">{name}</bdi>{' '}
      <span class="slot">
        {capitalised(weekday).slice(0, 3)} {start}
      </span>{' '}
      <bdi class="who">{who.filter((part) => part != null).join(' · ')}</bdi>
    </span>
  );
}

/** @param today The page of it is the first one. */
export function DayPager({ before, after, today }: DaysAround & { readonly today: string }) {
  const pathOf = (day: string) => (day === today ? '/' : `/day/${day}`);
  return (
    <p class="pager">
      {before !== null && (
        <a href={pathOf(before)} rel="prev">
          <Icon name="before" /> <span>{date(before, 'short')}</span>
        </a>
      )}
      {after !== null && (
        <a href={pathOf(after)} rel="next">
          <span>{date(after, 'short')}</span> <Icon name="next" />
        </a>
      )}
    </p>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly class?: string | undefined;
  readonly children: ComponentChildren;
}

/** A part of a page under its heading. */
export function Section({ id, title, class: look, children }: SectionProps) {
  return (
    <section aria-labelledby={id} class={look}>
      <h2 id={id}>{title}</h2>
      {children}
    </section>
  );
}

/** A link that stands by itself. */
export function More({ to, children }: { readonly to: string; children: ComponentChildren }) {
  return (
    <a class="more" href={to}>
      {children}
    </a>
  );
}

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return notes.map((note) => (
    <p class="context" key={note}>
      {note}
    </p>
  ));
}

export function Beside(data: BesideData) {
  const words = besideWords(data);
  return words === null ? null : <p class="context">{words}</p>;
}

interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
  /** How it came about, or the number of classes that it is of. */
  readonly note?: string | undefined;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span class="value">{value}</span>
            {note !== undefined && <span class="note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
