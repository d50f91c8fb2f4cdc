/** A page as a file of a browser: all of it is in the picture, and the last line is on the paper. */

import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import sharp from 'sharp';
import { expect, it } from 'vitest';
import { paint } from '../../../cli/report/browser.ts';
import { HAS_CHROMIUM } from '../../support/chromium.ts';
import { testFolder } from '../../support/folder.ts';

const ROWS = 300;
/** As high as a week of sixty classes a day, and ends in red. */
const PAGE = `<!doctype html><html><head><style>body{margin:0}p{height:20px;margin:0}p:last-child{background:#f00}</style></head><body>${'<p>row</p>'.repeat(ROWS)}<p>last</p></body></html>`;

it.skipIf(!HAS_CHROMIUM)(
  'a page as a file is a picture as high as the page (skipped where no Chromium is installed)',
  async () => {
    const file = join(testFolder(), 'page.png');
    await paint(PAGE, 'png', file);
    const picture = sharp(await readFile(file));
    const { width, height = 0 } = await picture.metadata();
    expect([width, height]).toEqual([1_000, (ROWS + 1) * 20]);
    const last = picture.extract({ left: 10, top: height - 3, width: 1, height: 1 });
    expect([...(await last.removeAlpha().raw().toBuffer())]).toEqual([255, 0, 0]);
  },
  120_000,
);
