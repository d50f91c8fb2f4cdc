/**
 * The part of `npm run build` for the pages in the browser: `dist/web/` with hashed names, each file also compressed, and a
 * manifest that the server reads at its start. Vite is left out: esbuild is here already and does all of it.
 */

import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { build, transform } from 'esbuild';
import sharp from 'sharp';
import {
  CHART_DARK,
  CHART_LIGHT,
  DARK,
  LIGHT,
  OVERFULL_RIM,
  propertiesOf,
  STEPS,
} from '../web/look/tokens.ts';

const OUT = 'dist/web';
/** The picture of the app, which phones make smaller. */
const ICON_PX = 512;
/** What the pages can count on: browsers of the last two years. */
const TARGET = ['chrome123', 'firefox125', 'safari17.4'];

/** @param rounding of its corners: a phone cuts its own. */
const icon = (rounding: number) =>
  `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect width="32" height="32" rx="${rounding}" fill="#0b6b5b"/><g fill="#fff">${[9, 16, 23].flatMap((y) => [9, 16, 23].map((x) => `<circle cx="${x}" cy="${y}" r="2.6"${x === 23 && y < 20 ? ' opacity=".35"' : ''}/>`)).join('')}</g></svg>`;

/** Writes `dist/web`. The names of its files are in `manifest.json`, by what they are. */
export async function buildWeb(): Promise<void> {
  mkdirSync(OUT, { recursive: true });
  const picture = await sharp(Buffer.from(icon(0)))
    .resize(ICON_PX)
    .png()
    .toBuffer();
  const touchIcon = write('icon', 'png', picture);
  const manifest = {
    style: write('style', 'css', await style()),
    script: write('main', 'js', await script('web/client/main.ts', 'esm')),
    camera: write('camera', 'js', await script('web/zones/camera.tsx', 'esm')),
    afterPaint: write('after-paint', 'js', await script('web/client/after-paint.ts', 'iife')),
    icon: write('icon', 'svg', icon(8)),
    touchIcon,
    app: write('app', 'webmanifest', JSON.stringify(appOf(touchIcon))),
  };
  writeFileSync(join(OUT, 'manifest.json'), `${JSON.stringify(manifest, null, 2)}\n`);
}

/** What a phone installs: the pages as an app of their own. */
function appOf(touchIcon: string) {
  const sizes = `${ICON_PX}x${ICON_PX}`;
  const picture = { src: touchIcon, sizes, type: 'image/png', purpose: 'any maskable' };
  const colours = { background_color: LIGHT.ground, theme_color: LIGHT.ground };
  return { name: 'Turnout', start_url: '/', display: 'standalone', ...colours, icons: [picture] };
}

async function script(entry: string, format: 'esm' | 'iife'): Promise<string> {
  const { outputFiles } = await build({
    entryPoints: [entry],
    bundle: true,
    minify: true,
    format,
    platform: 'browser',
    target: TARGET,
    jsx: 'automatic',
    jsxImportSource: 'preact',
    write: false,
    legalComments: 'none',
    logLevel: 'warning',
  });
  return outputFiles.map(({ text }) => text).join('');
}

/** The colours of {@link STEPS} and both palettes, then the sheets by name: base first. */
async function style(): Promise<string> {
  const sheets = readdirSync('web/style').sort();
  const rules = sheets.map((name) => readFileSync(join('web/style', name), 'utf8'));
  const css = [colours(), ...rules].join('\n');
  const { code } = await transform(css, { loader: 'css', minify: true, target: TARGET });
  return code;
}

function colours(): string {
  const light = `color-scheme:light;${propertiesOf(LIGHT)};${propertiesOf(CHART_LIGHT)}`;
  const dark = `color-scheme:dark;${propertiesOf(DARK)};${propertiesOf(CHART_DARK)}`;
  const steps = STEPS.map(
    ({ colour, ink }, at) => `.step${at}{background:${colour};color:${ink}}`,
  ).join('');
  const last = STEPS.length - 1;
  return `:root{${light}}
@media (prefers-color-scheme:dark){:root:not([data-theme=light]){${dark}}}
:root[data-theme=dark]{${dark}}
@media print{:root,:root:not([data-theme=light]),:root[data-theme=dark]{${light}}}
${steps}.step${last}{box-shadow:inset 0 0 0 2px ${OVERFULL_RIM}}`;
}

/** Under a name with its hash, in three forms. @returns the name. */
function write(name: string, extension: string, content: string | Buffer): string {
  const bytes = Buffer.from(content);
  const hash = createHash('sha256')
    .update(bytes)
    .digest('base64url')
    .replace(/[-_]/g, '')
    .slice(0, 10);
  const file = `${name}-${hash}.${extension}`;
  writeFileSync(join(OUT, file), bytes);
  writeFileSync(join(OUT, `${file}.gz`), gzipSync(bytes, { level: 9 }));
  const quality = { [constants.BROTLI_PARAM_QUALITY]: 11 };
  writeFileSync(join(OUT, `${file}.br`), brotliCompressSync(bytes, { params: quality }));
  return file;
}
