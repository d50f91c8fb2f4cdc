/** One class on one date: is the number right, and why. */

import { Curve } from '../../charts/curve.tsx';
import type { SessionData } from '../../model/classes.ts';
import type { FindingsData, SentForm } from '../../owner-data.ts';
import { Alert, Field, Select, Submit } from '../../parts/forms.tsx';
import { Facts, More, Section, SessionRow } from '../../parts/rows.tsx';
import { date, number, percent, range, timeOf, UNKNOWN } from '../../words/format.ts';
import { REASONS, REMEDIES } from '../../words/reasons.ts';
import {
  attendanceWords,
  isCountingUp,
  noShows,
  sentenceOf,
  whoWhere,
} from '../../words/sentences.ts';

interface SessionProps {
  readonly content: SessionData;
  /** Whether the reader sees own classes only: then there is no list of all to go back to. */
  readonly isOwn: boolean;
  /** Whether the reader has the pages where something can be done about a count. */
  readonly isOwner: boolean;
}

export function SessionPage({ content, isOwn, isOwner }: SessionProps) {
  const { report, others } = content;
  const { session } = report;
  return (
    <>
      <p class="crumb">
        <a href={isOwn ? '/' : '/classes'}>{isOwn ? 'Today' : 'Classes'}</a>
        {others.length > 0 && !isOwn && (
          <>
            {' '}
            · <a href={`/classes/${encodeURIComponent(report.class_id)}`}>Every date</a>
          </>
        )}
      </p>
      <h1>
        <bdi>{session.name}</bdi>
      </h1>
      <p class="context">
        {date(report.date)}, {timeOf(session.starts_at)}–{timeOf(session.ends_at)} ·{' '}
        <bdi>{whoWhere(session)}</bdi>
      </p>
      <p class="sentence">{sentence(session)}</p>
      <Why session={session} isOwner={isOwner} />
      <Curve report={report} />
      <Facts facts={factsOf(report)} />
      {content.findings && (
        <Findings id={session.id} findings={content.findings} sent={content.sent ?? null} />
      )}
      <History report={report} />
      {others.length > 0 && (
        <Section id="others" title="Other dates">
          <ol class="sessions">
            {others.map((other) => (
              <SessionRow key={other.id} session={other} isDated isNamed={false} />
            ))}
          </ol>
        </Section>
      )}
    </>
  );
}

type Session = SessionData['report']['session'];

function sentence(session: Session): string {
  const { status, attended, attended_low, attended_high, capacity, source } = session;
  if (status !== 'completed' || attended === null) {
    if (isCountingUp(session)) return 'It has just finished. The count comes in a moment.';
    return sentenceOf(attendanceWords(session));
  }
  const of = capacity === null ? '' : ` of ${number(capacity)}`;
  if (source === 'manual') return `${number(attended)}${of}, counted by hand.`;
  if (source === 'import') return `${number(attended)}${of} checked in.`;
  if (attended_low === attended_high) return `${number(attended)}${of} people.`;
  return `About ${number(attended)}${of} (${range(attended_low, attended_high)}).`;
}

const TRUST: Readonly<Record<string, string>> = {
  A: 'Good count. The camera saw nearly all of the class.',
  B: 'Good count, with one thing that widens the range.',
  C: 'Rough count. Don’t decide on this one.',
  none: 'No count for this class. That doesn’t mean nobody came.',
};

interface WhyProps {
  readonly session: Session;
  readonly isOwner: boolean;
}

function Why({ session: { status, quality, quality_reasons, source }, isOwner }: WhyProps) {
  if (status !== 'completed' || source === 'manual') return null;
  return (
    <section class="why" aria-label="How good the count is">
      <p>{TRUST[quality]}</p>
      {quality_reasons.length > 0 && (
        <ul>
          {quality_reasons.map((reason) => (
            <li key={reason}>
              {sentenceOf(REASONS[reason] ?? reason.replaceAll('_', ' '))}{' '}
              <Remedy reason={reason} isOwner={isOwner} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

function Remedy({ reason, isOwner }: { readonly reason: string; readonly isOwner: boolean }) {
  const remedy = REMEDIES[reason];
  if (remedy === undefined) return null;
  return (
    <span class="help">
      {remedy.text}{' '}
      {remedy.page !== undefined && isOwner && <a href={remedy.page[0]}>{remedy.page[1]}</a>}
    </span>
  );
}

/** Numbers that people gave, and how the estimate came about: for those who look for it. */
function History({
  report: { corrections, versions, session },
}: {
  readonly report: SessionData['report'];
}) {
  const newest = versions.at(-1);
  if (corrections.length === 0 && newest === undefined) return null;
  const at = (instant: string) => `${date(instant.slice(0, 10), 'short')}, ${timeOf(instant)}`;
  return (
    <details class="more">
      <summary>How we got this number</summary>
      <ul class="history">
        {corrections.map(({ made_at, attended, by, note, withdrawn_at }) => (
          <li key={made_at}>
            {at(made_at)}: {number(attended)} by hand, by {by.startsWith('key_') ? 'an owner' : by}
            {note === null ? '' : `, “${note}”`}
            {withdrawn_at === null ? '' : ' (undone)'}
          </li>
        ))}
        {newest !== undefined && (
          <li>
            {newest.attended === null
              ? 'The cameras have no result'
              : `Cameras: ${number(newest.attended)}`}
            {newest.computed_at === null ? ' so far' : `, counted ${at(newest.computed_at)}`}
            {versions.length > 1 && ` (version ${number(versions.length)})`}
          </li>
        )}
        {session.quality !== 'none' && <li>Grade {session.quality}</li>}
      </ul>
    </details>
  );
}

function factsOf({ session, curve }: SessionData['report']) {
  const { booked, no_shows, no_shows_basis, walk_ins, fill_rate, capacity } = session;
  return [
    { name: 'Spots', value: number(capacity) },
    { name: 'Full', value: percent(fill_rate) },
    { name: 'Booked', value: number(booked) },
    {
      name: 'No-shows',
      value: noShows(no_shows, no_shows_basis)?.replace(/ no-shows?$/, '') ?? UNKNOWN,
      note:
        no_shows_basis === 'net' && no_shows !== null && no_shows > 0
          ? 'at least: walk-ins hide some'
          : undefined,
    },
    { name: 'Walk-ins', value: number(walk_ins) },
    { name: 'Camera coverage', value: percent(curve.coverage) },
  ];
}

const FORMS = {
  count: {
    title: 'I counted',
    text: 'Helps the cameras of this room count better. It changes no figure of this class.',
    people: 'People you counted, without staff',
    button: 'Save count',
    back: 'Undo count',
  },
  correct: {
    title: 'Correct',
    text: 'Your number replaces the cameras’ number.',
    people: 'People who were there, without staff',
    button: 'Save correction',
    back: 'Undo correction',
  },
} as const;

interface FindingsProps {
  /** Of the class. */
  readonly id: string;
  readonly findings: FindingsData;
  readonly sent: SentForm | null;
}

function Findings({ id, findings, sent }: FindingsProps) {
  const { correction, true_count: count } = findings;
  const note = correction?.note ?? null;
  return (
    <Section id="findings" title="Know better?" class="findings">
      <div class="halves">
        <FindingForm
          {...{ id, findings, sent, form: 'correct' }}
          held={
            correction &&
            `${number(correction.attended)} by hand${note === null ? '' : `, “${note}”`}.`
          }
        />
        <FindingForm
          {...{ id, findings, sent, form: 'count' }}
          held={count && `You counted ${number(count.people)}.`}
        />
      </div>
      <p>
        <More to="/calibrate">See how accurate each room is</More>
      </p>
    </Section>
  );
}

interface FindingFormProps extends FindingsProps {
  readonly form: keyof typeof FORMS;
  /** What holds now, in words; null for nothing. */
  readonly held: string | null;
}

function FindingForm({ id, findings, form, held, ...said }: FindingFormProps) {
  const words = FORMS[form];
  const sent = said.sent?.act.endsWith(form) ? said.sent : null;
  const typed = (name: string) => sent?.fields.get(name) ?? '';
  return (
    <form
      class="panel"
      method="post"
      action={`/sessions/${encodeURIComponent(id)}`}
      aria-labelledby={`${form}-title`}
    >
      <h3 id={`${form}-title`}>{words.title}</h3>
      <p class="note">{words.text}</p>
      {held !== null && (
        <p class="held">
          {held}{' '}
          <Submit act={`un${form}`} isMinor formNoValidate>
            {words.back}
          </Submit>
        </p>
      )}
      <Alert text={sent?.fault ?? null} />
      <Field
        id={form}
        name="people"
        label={words.people}
        inputMode="numeric"
        pattern="[0-9]{1,5}"
        required
        autocomplete="off"
        value={typed('people')}
        autofocus={sent !== null}
      />
      {form === 'count' && findings.room === null && findings.rooms.length > 0 && (
        <Select
          name="room"
          label="Room they were in"
          options={findings.rooms.map(({ id: room, name }) => [room, name])}
          chosen={typed('room')}
        />
      )}
      {form === 'correct' && (
        <Field
          name="note"
          label="Why (optional)"
          maxLength={500}
          autocomplete="off"
          value={typed('note')}
        />
      )}
      {sent?.isUnlikely === true && <input type="hidden" name="force" value="yes" />}
      <Submit act={form}>{sent?.isUnlikely === true ? 'Yes, save it' : words.button}</Submit>
    </form>
  );
}
