/** A page that the key of the reader does not open. */

import type { RefusedData } from '../data.ts';
import { REFUSED } from '../words/sign-in.ts';

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
