/** The answer to a question, with the query that was run: it can be checked, and sent as a link. */

import type { AnswerData } from '../data.ts';
import { EN } from '../words/en.ts';

/** Characters from which an answer is no headline any more. */
const LONG = 120;

export function Answer({ content: { question, answer } }: { readonly content: AnswerData }) {
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
          <Suggestions questions={answer.suggestions} />
        </>
      )}
      {answer.kind === 'found' && (
        <>
          <p class={answer.sentence.length > LONG ? 'sentence long' : 'sentence'}>
            {answer.sentence}
          </p>
          {answer.items.length > 0 && (
            <ul class="found">
              {answer.items.map((item) => (
                <li key={item}>{item}</li>
              ))}
            </ul>
          )}
          {answer.notes.map((note) => (
            <p class="context" key={note}>
              {note}
            </p>
          ))}
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
