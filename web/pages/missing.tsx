/** A page of something that is not there. */

import type { MissingData } from '../data.ts';

const WORDS = {
  class: ['Class not found', 'It has not run in the last six weeks.', '/classes', 'All classes'],
  session: [
    'Class not found',
    'It is older than six weeks, or no longer in your timetable.',
    '/classes',
    'All classes',
  ],
  trainer: ['Trainer not found', 'No class lists this trainer.', '/trainers', 'All trainers'],
  camera: ['Camera not found', 'It may have been removed.', '/cameras', 'All cameras'],
  day: ['Day not found', 'Days go from six weeks back to tomorrow.', '/', 'Go to Today'],
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
