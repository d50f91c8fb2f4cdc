/** One class on one date: is the number right, and why. */

import { Curve } from '../../charts/curve.tsx';
import type { SessionData } from '../../data.ts';
import { Facts } from '../../parts/facts.tsx';
import { Help } from '../../parts/help.tsx';
import { SessionRow } from '../../parts/session-row.tsx';
import { EN } from '../../words/en.ts';
import { counted, date, number, percent, range, timeOf, UNKNOWN } from '../../words/format.ts';
import { absent, attendanceWords, isCountingUp, whoWhere } from '../../words/sentences.ts';

interface SessionProps {
  readonly content: SessionData;
  /** Whether the reader sees own classes only: then there is no list of all to go back to. */
  readonly isOwn: boolean;
  /** Whether the reader may say how many were there. */
  readonly isOwner: boolean;
}

export function SessionPage({ content, isOwn, isOwner }: SessionProps) {
  const { report, others } = content;
  const { session } = report;
  return (
    <>
      <p class="crumb">
        <a href={isOwn ? '/' : '/classes'}>{isOwn ? EN.nav.today : 'Classes'}</a>
        {others.length > 0 && !isOwn && (
          <>
            {' '}
            ·{' '}
            <a href={`/classes/${encodeURIComponent(report.class_id)}`}>All dates of this class</a>
          </>
        )}
      </p>
      <h1>
        <bdi>{session.name}</bdi>
      </h1>
      <p class="context">
        {date(report.date)}, {timeOf(session.starts_at)} to {timeOf(session.ends_at)} ·{' '}
        <bdi>{whoWhere(session)}</bdi>
      </p>
      <p class="sentence">{sentence(session)}</p>
      <Curve report={report} />
      <Why session={session} />
      <Facts facts={factsOf(report)} />
      <History report={report} />
      {isOwner && <Findings session={session} />}
      {others.length > 0 && (
        <section aria-labelledby="others">
          <h2 id="others">The same class on other dates</h2>
          <ol class="sessions">
            {others.map((other) => (
              <SessionRow key={other.id} session={other} isDated isNamed={false} />
            ))}
          </ol>
        </section>
      )}
    </>
  );
}

/** Drawn by the script of the operator's pages: web/operator/findings.tsx. */
function Findings({ session: { id, status } }: { readonly session: Session }) {
  if (status !== 'in_progress' && status !== 'completed') return null;
  return <section class="findings" data-key="findings" data-live="findings" data-id={id} />;
}

type Session = SessionData['report']['session'];

function sentence(session: Session): string {
  const { status, attended, attended_low, attended_high, capacity, quality, source } = session;
  if (status !== 'completed' || attended === null) {
    const words = attendanceWords(session);
    if (isCountingUp(session)) return 'It has just ended. The count comes in a moment.';
    return `${words.slice(0, 1).toUpperCase()}${words.slice(1)}.`;
  }
  const of = capacity === null ? '' : ` of ${counted(capacity, 'place')}`;
  if (source === 'manual') return `${number(attended)}${of}, counted by hand.`;
  if (source === 'import') return `${number(attended)}${of} checked in.`;
  const between = range(attended_low, attended_high);
  return `${number(attended)} people${of}${between === null ? '' : `: the true number should be ${between}`}. Grade ${quality}.`;
}

function Why({
  session: { status, quality, quality_reasons, source },
}: {
  readonly session: Session;
}) {
  if (status !== 'completed' || source === 'manual') return null;
  return (
    <section class="why" aria-labelledby="why">
      <h2 id="why">{quality === 'none' ? 'Why there is no number' : `Why grade ${quality}`}</h2>
      <p>{EN.grade[quality]}</p>
      {quality_reasons.length > 0 && (
        <ul>
          {quality_reasons.map((reason) => (
            <li key={reason}>
              {EN.reasons[reason] ?? reason.replaceAll('_', ' ')}
              {EN.helps[reason] !== undefined && (
                <span class="help">
                  {' '}
                  <Help text={EN.helps[reason]} />
                </span>
              )}
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Numbers that people gave, and how the estimate came about. */
function History({
  report: { corrections, versions },
}: {
  readonly report: SessionData['report'];
}) {
  const newest = versions.at(-1);
  if (corrections.length === 0 && newest === undefined) return null;
  return (
    <section aria-labelledby="history">
      <h2 id="history">How the number came about</h2>
      <ul class="history">
        {corrections.map(({ made_at, attended, by, note, withdrawn_at }) => (
          <li key={made_at}>
            {date(made_at.slice(0, 10), 'short')} {timeOf(made_at)}: {number(attended)} by hand,{' '}
            {by.startsWith('key_') ? EN.byOwner : by}
            {note === null ? '' : `, “${note}”`}
            {withdrawn_at === null ? '' : ', withdrawn since'}
          </li>
        ))}
        {newest !== undefined && (
          <li>
            {newest.attended === null ? 'No estimate' : `Estimate ${number(newest.attended)}`}
            {newest.computed_at === null
              ? ' so far'
              : `, made ${date(newest.computed_at.slice(0, 10), 'short')} ${timeOf(newest.computed_at)}`}
            ; {counted(versions.length, 'version')} in all.
          </li>
        )}
      </ul>
    </section>
  );
}

function factsOf({ session, curve }: SessionData['report']) {
  const { booked, no_shows, no_shows_basis, walk_ins, fill_rate, capacity } = session;
  return [
    { name: 'Places', value: number(capacity) },
    { name: 'Fill', value: percent(fill_rate) },
    { name: 'Booked', value: number(booked) },
    {
      name: 'Absent',
      value: absent(no_shows, no_shows_basis)?.replace(' absent', '') ?? UNKNOWN,
      note:
        no_shows_basis === 'net'
          ? 'bookings less people present: walk-ins hide some'
          : no_shows_basis === 'roster'
            ? 'bookings without a check-in'
            : undefined,
    },
    { name: 'Without a booking', value: number(walk_ins) },
    { name: 'Seen', value: percent(curve.coverage), note: 'of the middle of the class' },
  ];
}
