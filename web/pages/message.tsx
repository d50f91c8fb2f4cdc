/** A page of one heading and one sentence, with what can be done about it. */

import type { ComponentChildren, JSX } from 'preact';
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
