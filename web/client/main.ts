/** The script of every page. A page is whole without it: this keeps it as its gym is now. */

import './back.ts';
import { startControls } from './controls.ts';
import { startCopying } from './copy.ts';
import { followGym } from './live/follow.ts';
import './screen.ts';

/** A new gym is where its owner sits, more often than where the server thinks it is. */
const zone = document.querySelector<HTMLSelectElement>('select[data-guess]');
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone !== null && [...zone.options].some(({ value }) => value === own)) zone.value = own;

startControls();
startCopying();

const page = document.querySelector<HTMLElement>('[data-followed]');
if (page !== null) followGym(page);
