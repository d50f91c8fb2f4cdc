/** The script of every page. A page is whole without it: this keeps it as its gym is now. */

import './back.ts';
import { startControls } from './controls.ts';
import { startCopying } from './copy.ts';
import { followGym } from './live/follow.ts';
import './screen.ts';

startControls();
startCopying();

const page = document.querySelector<HTMLElement>('[data-followed]');
if (page !== null) followGym(page);
