/** The answer to a question, with the query that was run: it can be checked, and sent as a link. */

import type { AnswerData } from '../data.ts';
import { Notes } from '../parts/notes.tsx';
import { EN } from '../words/en.ts';

/** Characters from which an answer is no headline any more. */
const LONG = 120;

export function Answer({ content: { question, answer } }: { readonly content: AnswerData }) {
  const headline = headlineOf(answer);
  return (
    <>
      <h1>{question === '' ? EN.ask.title : <bdi>{question}</bdi>}</h1>
      {answer.kind === 'none' && (
        <>
          <p class="sentence">{EN.ask.intro}</p>
          <Suggestions questions={EN.ask.examples} />
        </>
      )}
      {answer.kind === 'unclear' && (
        <>
          <p class="sentence">{answer.sentence}</p>
          <Notes notes={answer.notes} />
          <Suggestions questions={answer.suggestions} />
        </>
      )}
      {answer.kind === 'found' && (
        <>
          <p class={headline.length > LONG ? 'sentence long' : 'sentence'}>{headline}</p>
          {answer.items.length > 0 && (
            <ul class="found">
              {answer.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
          <Notes notes={answer.notes} />
          <details class="ran">
            <summary>{EN.ask.ran}</summary>
            <pre>
              <code>{answer.query}</code>
            </pre>
          </details>
        </>
      )}
    </>
  );
}

/** An answer that lists what stands below it anyway is its beginning: what was asked for, of whom and when. */
function headlineOf(answer: AnswerData['answer']): string {
  if (answer.kind !== 'found') return '';
  const { sentence, items } = answer;
  const end = sentence.indexOf(': ');
  const isListed = sentence.length > LONG && items.length > 1 && end > 0;
  return isListed ? `${sentence.slice(0, end)}.` : sentence;
}

function Suggestions({ questions }: { readonly questions: readonly string[] }) {
  if (questions.length === 0) return null;
  return (
    <>
      <h2>{EN.ask.suggestions}</h2>
      <ul class="suggestions">
        {questions.map((question) => (
          <li key={question}>
            <a href={`/answer?query=${encodeURIComponent(question)}`}>{question}</a>
          </li>
        ))}
      </ul>
    </>
  );
}
