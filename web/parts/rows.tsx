/** Parts that several pages have: what a page says first, a headed part, a row of a list, figures with their names. */

import type { ComponentChildren, JSX } from 'preact';
import type { RankedClassBody } from '../../gym/reports/performance.ts';
import type { SessionBody } from '../../gym/reports/session-row.ts';
import { barKey, classBar } from '../charts/bars.tsx';
import { capitalised, date, dateOf, timeOf } from '../words/format.ts';
import type { Remedy } from '../words/reasons.ts';
import { attendanceWords, bookingWords, dotted, trustWords, whoWhere } from '../words/sentences.ts';
import { Icon } from './icon.tsx';

interface HeadProps {
  /** Pages above it, with their words. */
  readonly crumbs?: readonly (readonly [page: string, words: string])[];
  readonly title: string;
  readonly pager?: JSX.Element;
  /** What the page comes to. */
  readonly sentence?: string | undefined;
  /** Paragraphs below it; null is left out. */
  readonly context?: readonly (string | null)[];
  /** Between the heading and the sentence. */
  readonly about?: string | undefined;
}

/** What a page says first. */
export function Head({ crumbs = [], title, pager, sentence, context = [], about }: HeadProps) {
  return (
    <>
      {crumbs.length > 0 && (
        <p class="crumb">
          {crumbs.map(([page, words], at) => [at > 0 && ' · ', <a href={page}>{words}</a>])}
        </p>
      )}
      <div class="paged">
        <h1>
          <bdi>{title}</bdi>
        </h1>
        {pager}
      </div>
      {about !== undefined && <p class="context">{about}</p>}
      {sentence !== undefined && <p class="sentence">{unbroken(sentence)}</p>}
      {context.map((text) => text !== null && <p class="context">{unbroken(text)}</p>)}
    </>
  );
}

/** A number is not parted from what it counts, and a minus not from its amount. */
export function unbroken(text: string): string {
  return text.replace(/([\d%]) (?=[a-zA-Z–])/g, '$1\u00a0').replace(/−(?=\S)/g, '−\u2060');
}

/** A page with the words that lead to it; null where there is none. */
type Neighbour = readonly [page: string, words: string] | null;

export function pager(before: Neighbour, after: Neighbour) {
  return (
    <p class="pager">
      {before !== null && (
        <a href={before[0]} rel="prev">
          <Icon name="before" /> <span>{before[1]}</span>
        </a>
      )}
      {after !== null && (
        <a href={after[0]} rel="next">
          <span>{after[1]}</span> <Icon name="next" />
        </a>
      )}
    </p>
  );
}

interface RowProps {
  /** Where there is more about it; null for nowhere. */
  readonly page: string | null;
  readonly name: string | null;
  /** When, who and where. */
  readonly about?: string;
  readonly bar: JSX.Element;
  /** Its one figure, and what it goes with. */
  readonly figure?: ComponentChildren;
  readonly words?: readonly (string | null)[];
  readonly when?: JSX.Element;
}

/** Things of a kind with a bar each, one below the other. */
export function rankedList(rows: readonly RowProps[]) {
  return (
    <ul class="list ranked">
      {rows.map((row) => (
        <li key={row.page}>{rowOf(row)}</li>
      ))}
    </ul>
  );
}

/** A row of a list: its name, its bar, and its figure. */
function rowOf({ page, name, about, bar, figure, words = [], when }: RowProps) {
  const cells = (
    <>
      {when}
      <span class="what">
        {name !== null && <bdi class="name">{name}</bdi>}{' '}
        {about !== undefined && <bdi class="who">{about}</bdi>}
      </span>
      {bar}
      <span class="how">
        <strong>{figure}</strong>{' '}
        {words.map((text) => text !== null && <span class="words">{unbroken(text)} </span>)}
      </span>
    </>
  );
  return page === null ? <p class="row">{cells}</p> : <a href={page}>{cells}</a>;
}

interface ListLook {
  /** Whether the date stands above the time. */
  readonly isDated?: boolean;
  /** Whether the list is of one class, whose name stands above it. */
  readonly isOfOne?: boolean;
  readonly hasKey?: boolean;
}

/** Classes on dates. */
export function sessionList(
  of: readonly SessionBody[],
  { isDated, isOfOne, hasKey = true }: ListLook = {},
) {
  return (
    <>
      <ol class="list sessions">
        {of.map((session) => (
          <li key={session.id} class={`session is-${session.status}`} data-key={session.id}>
            {rowOf({
              page: `/sessions/${encodeURIComponent(session.id)}`,
              name: isOfOne ? null : session.name,
              about: whoWhere(session),
              bar: classBar(session),
              when: (
                <span class="when">
                  {isDated && <span class="date">{date(dateOf(session.starts_at), 'short')} </span>}
                  <time dateTime={session.starts_at}>{timeOf(session.starts_at)}</time>
                </span>
              ),
              figure: (
                <>
                  {session.status === 'in_progress' && <span class="dot" aria-hidden="true" />}
                  {attendanceWords(session)}
                </>
              ),
              words: [trustWords(session), bookingWords(session)],
            })}
          </li>
        ))}
      </ol>
      {hasKey && barKey()}
    </>
  );
}

/** `Mon 18:30 · Ben Carter · Weights Floor` */
export function slotWords(
  { weekday, start_time }: Pick<RankedClassBody, 'weekday' | 'start_time'>,
  ...who: (string | null)[]
): string {
  return dotted(`${capitalised(weekday).slice(0, 3)} ${start_time}`, ...who);
}

/** A part of a page under its heading; nothing where it has no content. */
export function section(
  id: string,
  title: ComponentChildren,
  content: ComponentChildren,
  look?: string,
) {
  if (!content) return null;
  return (
    <section aria-labelledby={id} class={look}>
      <h2 id={id}>{title}</h2>
      {content}
    </section>
  );
}

interface SectionProps {
  readonly id: string;
  readonly title: ComponentChildren;
  readonly class?: string;
  readonly children: ComponentChildren;
}

export function Section({ id, title, class: look, children }: SectionProps) {
  return section(id, title, children, look);
}

/** A heading with how many there are. */
export function withCount(title: string, count: number) {
  return (
    <>
      {title} <span class="n">{count}</span>
    </>
  );
}

/** What a person can do; the page where it is done is an owner's. */
export function Help({ help, isOwner }: { help: Remedy | undefined; isOwner: boolean }) {
  if (help === undefined) return null;
  const { text, page } = help;
  return (
    <span class="help">
      {text} {page !== undefined && isOwner && <a href={page[0]}>{page[1]}</a>}
    </span>
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

/** A figure, its name, and how it came about. */
type Fact = readonly [name: string, value: ComponentChildren, note?: string | null];

export function factList(...facts: readonly Fact[]) {
  return (
    <dl class="facts">
      {facts.map(([name, value, note]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span class="value">{value}</span>
            {note && <span class="note">{unbroken(note)}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
