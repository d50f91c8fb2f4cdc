/** Pages of one heading and one sentence, with what can be done about it. */

import type { ComponentChildren, JSX } from 'preact';
import type { MissingData, RefusedData } from '../data.ts';
import { plainPage } from '../parts/plain.tsx';
import { Head } from '../parts/rows.tsx';
import { REFUSED } from '../words/sign-in.ts';

function messagePage(heading: string, sentence: string, next: ComponentChildren): JSX.Element {
  return plainPage(heading, <span role="alert">{sentence}</span>, <p>{next}</p>);
}

export interface WayBack {
  readonly host: string;
  /** Allowed as a redirect address of the program, with the fault in its query. */
  readonly address: string;
}

/** @param back To the program, where it is known; no one is led there without a click. */
export function stoppedSignInPage(sentence: string, back?: WayBack): JSX.Element {
  return messagePage(
    'This sign-in can’t go on',
    sentence,
    <>
      Nothing was allowed. Start again from the program that sent you here.{' '}
      {back !== undefined && (
        <a href={back.address} rel="noreferrer">
          Back to <bdi>{back.host}</bdi>
        </a>
      )}
    </>,
  );
}

/** @param sentence What was expected, what came and what to do. */
export function wrongHostPage(sentence: string): JSX.Element {
  return messagePage(
    'Turnout does not know this name',
    `${sentence}.`,
    'Any website can point its own name here, so Turnout answers only to names that you gave it. Add the name to the setting above and restart Turnout, or open Turnout by its address in your own network.',
  );
}

/** What is not there, or not for who asks, and where to go. */
export function refusedPage(
  heading: string,
  sentence: string,
  { address, word }: { readonly address: string; readonly word: string },
) {
  return messagePage(heading, sentence, <a href={address}>{word}</a>);
}

type Texts = readonly [title: string, sentence: string, page: string, link: string];

const MISSING: Readonly<Record<MissingData['what'], Texts>> = {
  class: ['Class not found', 'It has not run in the last six weeks.', '/classes', 'All classes'],
  session: [
    'Class not found',
    'It is older than six weeks, or no longer in your timetable.',
    '/classes',
    'All classes',
  ],
  trainer: ['Trainer not found', 'No class lists this trainer.', '/trainers', 'All trainers'],
  camera: ['Camera not found', 'It may have been removed.', '/cameras', 'All cameras'],
  week: ['Week not found', 'Weeks go from your first class to this week.', '/week', 'This week'],
  day: ['Day not found', 'There is no class as long ago as that.', '/', 'Go to Today'],
};

/** In the frame of a gym. */
function notice([title, sentence, page, link]: Texts) {
  return (
    <>
      <Head title={title} sentence={sentence} />
      <p>
        <a href={page}>{link}</a>
      </p>
    </>
  );
}

export function missingPage({ what }: MissingData) {
  return notice(MISSING[what]);
}

/** A page that the key of the reader does not open. */
export function notForReaderPage({ to }: RefusedData) {
  const isScreen = to === 'screen';
  const link = isScreen ? 'Go to the wall screen' : 'Go to Today';
  return notice([REFUSED.title, REFUSED[to], isScreen ? '/wall' : '/', link]);
}
