/** The answer to a question: the verdict, then rows with their bars and links, how it was worked out, and what to ask next. */

import { FillBar } from '../charts/bars.tsx';
import type { AnswerData, AnswerRow } from '../data.ts';
import { Notes, Section } from '../parts/rows.tsx';
import { dates } from '../words/format.ts';

const EXAMPLES = [
  'Which classes should I cut?',
  'How full were we last week?',
  'Which classes lose money?',
  'When are we busiest?',
  'Which classes had the most no-shows this month?',
];
const FOLLOW_UPS = 3;

/** Characters from which an answer is no headline any more. */
const LONG = 120;

export function Answer({ content: { question, answer } }: { readonly content: AnswerData }) {
  return (
    <>
      <h1>{question === '' ? 'Ask' : <bdi>{question}</bdi>}</h1>
      {answer.kind === 'none' && (
        <>
          <p class="sentence">Ask in plain English.</p>
          <Suggestions title="For example" questions={EXAMPLES} />
        </>
      )}
      {answer.kind === 'unclear' && (
        <>
          <p class="sentence long">{answer.sentence}</p>
          <Notes notes={answer.notes} />
          <Suggestions title="You can ask, for example" questions={answer.suggestions} />
        </>
      )}
      {answer.kind === 'found' && <Found question={question} answer={answer} />}
    </>
  );
}

interface FoundProps {
  readonly question: string;
  readonly answer: Extract<AnswerData['answer'], { kind: 'found' }>;
}

function Found({ question, answer: { sentence, rows, notes, range } }: FoundProps) {
  const headline = headlineOf(sentence, rows);
  const next = EXAMPLES.filter((one) => one.toLowerCase() !== question.toLowerCase());
  return (
    <>
      <p class={headline.length > LONG ? 'sentence long' : 'sentence'}>{headline}</p>
      {rows.length > 0 && (
        <ul class="ranked found">
          {rows.map((row) => (
            <li key={row.name}>
              <Row row={row} />
            </li>
          ))}
        </ul>
      )}
      <details class="more">
        <summary>How it was worked out</summary>
        {range !== null && <p>Every counted class, {dates(range.from, range.to)}.</p>}
        <Notes notes={notes} />
      </details>
      <Suggestions title="Ask next" questions={next.slice(0, FOLLOW_UPS)} />
    </>
  );
}

function Row({ row: { name, page, text, share } }: { readonly row: AnswerRow }) {
  const cells = (
    <>
      <bdi class="what name">{name}</bdi>
      {share === null ? (
        <span />
      ) : (
        <FillBar fill={share.part} tone={share.isLoss ? 'loss' : undefined} />
      )}
      <span class="how">{text}</span>
    </>
  );
  return page === null ? <p class="row">{cells}</p> : <a href={page}>{cells}</a>;
}

/** An answer that lists what stands below it anyway is its beginning: what was asked for, of whom and when. */
function headlineOf(sentence: string, rows: readonly AnswerRow[]): string {
  const end = sentence.indexOf(': ');
  return rows.length > 1 && end > 0 ? `${sentence.slice(0, end)}.` : sentence;
}

function Suggestions({ title, questions }: { title: string; questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <Section id="next" title={title}>
      <ul class="suggestions">
        {questions.map((question) => (
          <li key={question}>
            <a href={`/answer?query=${encodeURIComponent(question)}`}>{question}</a>
          </li>
        ))}
      </ul>
    </Section>
  );
}
