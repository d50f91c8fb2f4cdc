/** One class on one date: is the number right, and why. */

import type { ComponentChildren } from 'preact';
import { curveOf } from '../../charts/curve.tsx';
import { type Frame, isOperator } from '../../data.ts';
import type { SessionData } from '../../model/classes.ts';
import { Form, fieldsOf, submit } from '../../parts/forms.tsx';
import { factList, Head, Help, More, Section, section, sessionList } from '../../parts/rows.tsx';
import { date, moment, number, ofCapacity, percent, range, timeOf } from '../../words/format.ts';
import { REASONS, REMEDIES } from '../../words/reasons.ts';
import {
  attendanceWords,
  dotted,
  isCountingUp,
  noShowCount,
  sentenceOf,
  whoWhere,
} from '../../words/sentences.ts';

export function sessionPage(content: SessionData, frame: Frame) {
  const { report, others } = content;
  const { session } = report;
  // A trainer sees own classes only: there is no list of all to go back to.
  const isOwn = frame.reader?.role === 'trainer';
  const every = [`/classes/${encodeURIComponent(report.class_id)}`, 'Every date'] as const;
  const crumbs = [['/classes', 'Classes'] as const, ...(others.length > 0 ? [every] : [])];
  const clocks =
    session.starts_at.slice(19) === session.ends_at.slice(19) ? '' : ' (clocks change)';
  const times = `${timeOf(session.starts_at)}–${timeOf(session.ends_at)}${clocks}`;
  return (
    <>
      <Head
        crumbs={isOwn ? [['/', 'Today']] : crumbs}
        title={session.name}
        about={dotted(`${date(report.date)}, ${times}`, whoWhere(session))}
        sentence={sentence(session)}
      />
      {whyOf(session, isOperator(frame))}
      {/* Where no camera sees the room there is no minute to pick: the page says so above. */}
      {report.curve.points.some(({ reason }) => reason !== 'no_camera') && curveOf(report)}
      {factList(...factsOf(report))}
      {content.findings && findingsOf(content)}
      {historyOf(report)}
      {section(
        'others',
        'Other dates',
        others.length > 0 && sessionList(others, { isDated: true, isOfOne: true }),
      )}
    </>
  );
}

type Report = SessionData['report'];
type Session = Report['session'];

function sentence(session: Session): string {
  const { status, attended, attended_low, attended_high, capacity, source } = session;
  if (status !== 'completed' || attended === null) {
    if (isCountingUp(session)) return 'It has just finished. The count comes in a moment.';
    return sentenceOf(attendanceWords(session));
  }
  const people = ofCapacity(attended, capacity);
  if (source === 'manual') return `${people}, counted by hand.`;
  if (source === 'import') return `${people} checked in.`;
  if (attended_low === attended_high) return `${people} people.`;
  return `About ${people} (${range(attended_low, attended_high)}).`;
}

const TRUST: Readonly<Record<string, string>> = {
  A: 'Good count. The camera saw nearly all of the class.',
  B: 'Good count, with one thing that widens the range.',
  C: 'Rough count. Don’t decide on this one.',
  none: 'No count for this class. That doesn’t mean nobody came.',
};

function whyOf({ status, quality, quality_reasons: reasons, source }: Session, isOwner: boolean) {
  if (status !== 'completed' || source === 'manual') return null;
  return (
    <section aria-label="How good the count is">
      {source !== 'import' && <p>{TRUST[quality]}</p>}
      {reasons.length > 0 && (
        <ul class="findings">
          {reasons.map((reason) => (
            <li key={reason}>
              {sentenceOf(REASONS[reason] ?? reason.replaceAll('_', ' '))}{' '}
              <Help help={REMEDIES[reason]} isOwner={isOwner} />
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}

/** Numbers that people gave, and how the estimate came about: for those who look for it. */
function historyOf({ corrections, versions, session }: Report) {
  const newest = versions.at(-1);
  const lines = corrections.map(({ made_at, attended, by, note, withdrawn_at }) => {
    const who = by.startsWith('key_') ? 'an owner' : by;
    const why = note === null ? '' : `, “${note}”`;
    return `${moment(made_at)}: ${number(attended)} by hand, by ${who}${why}${withdrawn_at === null ? '' : ' (undone)'}`;
  });
  if (newest !== undefined) {
    const { attended, computed_at: end } = newest;
    const result =
      attended === null ? 'The cameras have no result' : `Cameras: ${number(attended)}`;
    const version = versions.length > 1 ? ` (version ${number(versions.length)})` : '';
    lines.push(`${result}${end === null ? ' so far' : `, counted ${moment(end)}`}${version}`);
  }
  if (lines.length === 0) return null;
  if (session.quality !== 'none') lines.push(`Grade ${session.quality}`);
  return (
    <details>
      <summary>How we got this number</summary>
      <ul class="findings">
        {lines.map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
    </details>
  );
}

function factsOf({ session, curve }: Report) {
  const { booked, no_shows, no_shows_basis, walk_ins, fill_rate, capacity } = session;
  const isLeast = no_shows_basis === 'net' && (no_shows ?? 0) > 0;
  const gone = isLeast ? 'at least: walk-ins hide some' : null;
  const basis = no_shows_basis === 'roster' ? 'booked, but not checked in' : gone;
  return [
    ['Spots', number(capacity)],
    ['Full', percent(fill_rate)],
    ['Booked', number(booked)],
    ['No-shows', noShowCount(session), basis],
    ['Walk-ins', number(walk_ins)],
    ['Camera coverage', percent(curve.coverage)],
  ] as const;
}

const FORMS = {
  correct: {
    title: 'Correct',
    text: 'Your number takes the place of the one above.',
    people: 'People who were there, without staff',
    button: 'Save correction',
    back: 'Undo correction',
  },
  count: {
    title: 'I counted',
    text: 'Helps the cameras of this room count better. It changes no figure of this class.',
    people: 'People you counted, without staff',
    button: 'Save count',
    back: 'Undo count',
  },
} as const;

function findingsOf(content: SessionData) {
  const { correction, true_count: count, room = null, rooms = [] } = content.findings ?? {};
  const note = correction?.note ? `, “${correction.note}”` : '';
  return (
    <Section id="findings" title="Know better?">
      <div class="halves">
        {finding(
          content,
          'correct',
          correction && `${number(correction.attended)} by hand${note}.`,
          ({ field }) => field('note', 'Why (optional)', { maxLength: 500, autocomplete: 'off' }),
        )}
        {finding(
          content,
          'count',
          count && `You counted ${number(count.people)}.`,
          ({ select }) => {
            const options = rooms.map(({ id, name }) => [id, name] as const);
            return (
              room === null && rooms.length > 0 && select('room', 'Room they were in', options)
            );
          },
        )}
      </div>
      <More to="/calibrate">See how accurate each room is</More>
    </Section>
  );
}

/** @param now What holds now, in words. @param more Fields below that of people. */
function finding(
  { report, sent = null }: SessionData,
  act: keyof typeof FORMS,
  now: string | null | undefined,
  more: (fields: ReturnType<typeof fieldsOf>) => ComponentChildren,
) {
  const { title, text, people, button, back } = FORMS[act];
  const fields = fieldsOf(sent, act);
  const isSent = sent?.act === act;
  const isUnlikely = isSent && sent.isUnlikely === true;
  const action = `/sessions/${encodeURIComponent(report.session.id)}`;
  return (
    <div>
      {now && (
        <form class="held acts" method="post" action={action}>
          {now} {submit(`un${act}`, back, 'minor')}
        </form>
      )}
      <Form
        {...{ action, act, acts: [act, `un${act}`], sent, title, text }}
        button={isUnlikely ? 'Yes, save it' : button}
      >
        {fields.field('people', people, {
          id: act,
          inputMode: 'numeric',
          pattern: '[0-9]{1,5}',
          required: true,
          autocomplete: 'off',
          autofocus: isSent,
        })}
        {more(fields)}
        {isUnlikely && <input type="hidden" name="force" value="yes" />}
      </Form>
    </div>
  );
}
