/** Software inside packages and files of Turnout, which no lock file names. Read from the files themselves. */

export interface Contained {
  readonly where: string;
  readonly what: string;
  readonly licence: string;
}

export const INSIDE: readonly Contained[] = [
  {
    where: '@seydx/node-av-… (node-av.node)',
    what: 'FFmpeg 8.1 as the Jellyfin project changes it, with x264, x265 and some forty other libraries, linked statically',
    licence: 'GPL-3.0-or-later as a whole; in nothing that Turnout hands on, see docs/licences.md',
  },
  {
    where: '@img/sharp-libvips-…',
    what: 'libvips and the libraries that its README lists, as a shared library in a file of its own',
    licence: 'LGPL-3.0-or-later, and those of its README',
  },
  {
    where: 'onnxruntime-node',
    what: 'ONNX Runtime with the libraries of ThirdPartyNotices.txt in its repository',
    licence: 'MIT, and those of the notices',
  },
  {
    where: 'node (the release file)',
    what: 'Node and npm, with the texts of their licences',
    licence: 'MIT, Artistic-2.0, and those of the texts',
  },
  { where: '@napi-rs/canvas-…', what: 'Skia', licence: 'BSD-3-Clause' },
  { where: 'sqlite3', what: 'SQLite', licence: 'public domain' },
  {
    where: '@btc-vision/uwebsockets.js, @trufflesuite/uws-js-unofficial',
    what: 'uWebSockets and µSockets',
    licence: 'Apache-2.0',
  },
  { where: 'engine/pictures/inter', what: 'the typeface Inter', licence: 'OFL-1.1' },
  {
    where: 'detectors/person/person.onnx',
    what: 'weights trained for Turnout from nothing (detectors/person/model-card.md)',
    licence: 'MIT, as Turnout',
  },
];
