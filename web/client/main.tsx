/** The script of every page: draws the page again from its data, and keeps them fresh while someone looks at it. */

import { signal } from '@preact/signals';
import { hydrate } from 'preact';
import { App } from '../app.tsx';
import { FOLLOWED, type PageData } from '../data.ts';
import { followPage } from './fresh.ts';

/** After the first picture: the figures are on the page already, and reading them must not wait for a script. */
function start(draw: () => void): void {
  requestAnimationFrame(() => setTimeout(draw));
}

const block = document.getElementById('data');
const root = document.getElementById('page');

if (block !== null && root !== null) {
  const page = signal(JSON.parse(block.textContent ?? '') as PageData);
  const Current = () => <App {...page.value} />;
  start(() => hydrate(<Current />, root));
  if (FOLLOWED.includes(page.value.content.page)) {
    followPage((next) => {
      page.value = next;
    });
  }
}
