/** Pages of one heading and one sentence, with what can be done about it. */

import type { ComponentChildren, JSX } from 'preact';
import type { MissingData, RefusedData } from '../data.ts';
import { REFUSED } from '../words/sign-in.ts';
import { Product } from './sign-in/sign-in.tsx';

interface Message {
  readonly heading: string;
  /** What is wrong, for a person. */
  readonly sentence: string;
}

export function messagePage(message: Message, next: ComponentChildren): JSX.Element {
  return (
    <main class="plain" id="content">
      <Product />
      <h1>{message.heading}</h1>
      <p class="context" role="alert">
        {message.sentence}
      </p>
      <p>{next}</p>
    </main>
  );
}

export function noKeyPage(message: Message): JSX.Element {
  return messagePage(message, <a href="get-key">Back to the page for keys</a>);
}

/** Of an address at which there is nothing. */
export function lostPage(): JSX.Element {
  return messagePage(
    { heading: 'Page not found', sentence: 'There is nothing at this address.' },
    <a href="/">Go to Today</a>,
  );
}

export interface WayBack {
  readonly host: string;
  /** Allowed as a redirect address of the program, with the fault in its query. */
  readonly address: string;
}

/** @param back To the program, where it is known; no one is led there without a click. */
export function stoppedSignInPage(sentence: string, back?: WayBack): JSX.Element {
  return messagePage(
    { heading: 'This sign-in cannot go on', sentence },
    <>
      Nothing was allowed. Start again from the program that sent you here.
      {back !== undefined && (
        <>
          {' '}
          <a href={back.address} rel="noreferrer">
            Back to <bdi>{back.host}</bdi>
          </a>
        </>
      )}
    </>,
  );
}

/** @param sentence What was expected, what came and what to do. */
export function wrongHostPage(sentence: string): JSX.Element {
  return messagePage(
    { heading: 'Turnout does not know this name', sentence: `${sentence}.` },
    'Any website can lead its own name here. So Turnout shows its pages only under names that you gave it. Add the name to the setting above and restart Turnout, or open Turnout by its address in your own network.',
  );
}

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

export function Refused({ content: { to } }: { readonly content: RefusedData }) {
  return (
    <>
      <h1>{REFUSED.title}</h1>
      <p class="sentence">{REFUSED[to]}</p>
      <p>
        <a href={to === 'screen' ? '/wall' : '/'}>
          {to === 'screen' ? 'Go to the wall screen' : 'Go to Today'}
        </a>
      </p>
    </>
  );
}

interface Way {
  readonly address: string;
  readonly word: string;
}

export function refusedPage(title: string, text: string, { address, word }: Way) {
  return (
    <main class="plain" id="content">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={address}>{word}</a>
      </p>
    </main>
  );
}
