/** The script of every page. A page is whole without it: what is live on it is drawn again in its place. */

import { gymBase, setBase } from '../addresses.ts';
import './back.ts';
import { startControls } from './controls.ts';
import { startCopying } from './copy.ts';
import { followGym } from './live/follow.tsx';
import './screen.ts';

startControls();
startCopying();

const page = document.querySelector<HTMLElement>('[data-followed]');
if (page !== null) {
  const { gym } = page.dataset;
  if (gym !== undefined) setBase(gymBase(gym));
  followGym(page);
}
