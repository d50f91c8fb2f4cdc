/** The answer to a question: the verdict, then rows with their bars and links, how it was worked out, and what to ask next. */

import { fillBar } from '../charts/bars.tsx';
import type { Frame } from '../data.ts';
import type { AnswerData } from '../owner-data.ts';
import { Head, rankedList, section, unbroken } from '../parts/rows.tsx';
import { capitalised, dates } from '../words/format.ts';

const EXAMPLES = [
  'Which classes should I cut?',
  'How full were we last week?',
  'Which classes lose money?',
  'When are we busiest?',
  'Which classes had the most no-shows this month?',
];
/** A trainer's key sees no money, and nothing of the others. */
const OF_TRAINER = ['How full were my classes last week?', 'How many came to my classes today?'];
const FOLLOW_UPS = 3;

/** Characters from which an answer is no headline any more. */
const LONG = 120;

export function answerPage({ question, answer }: AnswerData, { reader }: Frame) {
  const examples = reader?.role === 'trainer' ? OF_TRAINER : EXAMPLES;
  if (answer.kind === 'none') {
    return (
      <>
        <Head title="Ask" sentence="Ask in plain English." />
        {suggestions('For example', examples)}
      </>
    );
  }
  const isFound = answer.kind === 'found';
  const rows = isFound ? answer.rows : [];
  // Of an answer that lists what stands below it anyway, the total; where there is none, what was asked for, of whom and when.
  const [, total] = (rows.length > 1 && /; in all (.*)$/.exec(answer.sentence)) || [];
  const { sentence } = answer;
  const first = rows.length > 1 ? sentence.replace(/[.:] .*/s, '.') : sentence;
  const headline = total === undefined ? first : capitalised(total);
  const isLong = !isFound || headline.length > LONG;
  const notes = answer.notes.map((note) => <p class="context">{note}</p>);
  const next = examples.filter((one) => one.toLowerCase() !== question.toLowerCase());
  return (
    <>
      <Head title={capitalised(question)} />
      <p class={isLong ? 'sentence long' : 'sentence'}>{unbroken(headline)}</p>
      {rows.length > 0 &&
        rankedList(
          rows.map(({ share, text, ...row }) => ({
            ...row,
            bar: share ? fillBar(share.part, share.isLoss ? 'loss' : 'attended') : <span />,
            words: [text],
          })),
        )}
      {isFound ? (
        <details>
          <summary>How it was worked out</summary>
          {answer.range && <p>Every counted class, {dates(answer.range.from, answer.range.to)}.</p>}
          {notes}
        </details>
      ) : (
        notes
      )}
      {isFound
        ? suggestions('Ask next', next.slice(0, FOLLOW_UPS))
        : suggestions('You can ask, for example', answer.suggestions)}
    </>
  );
}

function suggestions(title: string, questions: readonly string[]) {
  const links = questions.map((question) => (
    <li key={question}>
      <a href={`/answer?query=${encodeURIComponent(question)}`}>{question}</a>
    </li>
  ));
  return section('next', title, links.length > 0 && <ul class="suggestions">{links}</ul>);
}
