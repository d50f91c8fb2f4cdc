/** A page of something that is not there. */

import type { MissingData } from '../data.ts';

const WORDS = {
  class: ['No such class', 'It has no date in the last six weeks.', '/classes', 'All classes'],
  session: [
    'No such class on that date',
    'It is older than six weeks, or the schedule does not have it any more.',
    '/classes',
    'All classes',
  ],
  trainer: ['No such trainer', 'No class names a trainer of that id.', '/trainers', 'All trainers'],
  camera: [
    'No such camera',
    'The configuration of this gym has none of that id.',
    '/cameras',
    'All cameras',
  ],
  day: ['No such day', 'The pages reach six weeks back, and to tomorrow.', '/', 'Today'],
} as const;

export function Missing({ content }: { readonly content: MissingData }) {
  const [title, text, target, link] = WORDS[content.what];
  return (
    <>
      <h1>{title}</h1>
      <p class="sentence">{text}</p>
      <p>
        <a href={target}>{link}</a>
      </p>
    </>
  );
}
