/** Tests mirror the source: `engine/zones/polygon.ts` is tested by `test/engine/zones/polygon.test.ts`. */

import { describe, expect, it } from 'vitest';
import { projectFiles, sourceFiles, textOf } from '../support/tree.ts';

/** Lines from which a source file has a test of its own; below, its folder's tests reach it through the door. */
const LARGE = 100;

/** Larger files without a mirrored test: what tests them instead, and why that is the better place. */
const TESTED_ELSEWHERE: readonly (readonly [source: string, test: string, reason: string])[] = [
  ['hq/database/', 'test/hq/database/migrate.test.ts', 'over a real PostgreSQL (test:chain)'],
  ['hq/days/', 'test/hq/ingest/ingester.test.ts', 'over a real PostgreSQL (test:chain)'],
  ['hq/gyms/', 'test/hq/gyms/equal-bodies.test.ts', 'compared with a box to the byte (test:chain)'],
  ['hq/office-watch.ts', 'test/hq/deploy/monitoring.test.ts', 'told by a real /metrics'],
  [
    'api/metrics/office-families.ts',
    'test/hq/deploy/monitoring.test.ts',
    'told by a real /metrics',
  ],
  ['hq/head-office.ts', 'test/hq/gyms/equal-bodies.test.ts', 'two nodes over one database'],
  ['hq/ingest/', 'test/hq/ingest/ingester.test.ts', 'batches in any order (test:chain)'],
  ['hq/line/', 'test/hq/line/joined.test.ts', 'over a real NATS server (test:chain)'],
  ['cli/hq/', 'test/hq/line/joined.test.ts', 'commands, a box and a page (test:chain)'],
  [
    'store/history/folder/replace.ts',
    'test/store/backup/restore.test.ts',
    'a restore killed at each of its steps',
  ],
  [
    'service/reload.ts',
    'test/service/line/link/left-out.test.ts',
    'files that change while it runs',
  ],
  ['service/figures/chain-figures.ts', 'test/hq/gyms/equal-bodies.test.ts', 'asked over HTTP'],
  [
    'api/mcp/tools/chain/query-over-gyms.ts',
    'test/hq/gyms/tools.test.ts',
    'called at a head office (test:chain)',
  ],
  ['ask/chain/ask-chain.ts', 'test/hq/gyms/asking.test.ts', 'asked at a head office (test:chain)'],
  ['ask/chain/findings.ts', 'test/hq/gyms/asking.test.ts', 'asked at a head office (test:chain)'],
  ['ask/chain/gym-names.ts', 'test/ask/chain/read-chain.test.ts', 'names in whole questions'],
  ['chain/messages/', 'test/chain/messages/golden.test.ts', 'messages of every release are read'],
  [
    'service/line/lines.ts',
    'test/hq/line/box.test.ts',
    'boxes over a real broker and database (test:chain)',
  ],
  [
    'service/line/nats/nats-line.ts',
    'test/hq/line/box.test.ts',
    'boxes over a real broker and database (test:chain)',
  ],
  [
    'store/history/migrations/0008-outbox.ts',
    'test/store/history/outbox/store.test.ts',
    'its triggers are what changes of a gym make',
  ],
  [
    'web/operator/',
    'test/web/check/operator/first-run.ts',
    'a real browser sets a gym up and draws zones (check:web)',
  ],
  ['service/engine-parts.ts', 'test/service/engine.test.ts', 'joined into an engine that runs'],
  ['service/findings/', 'test/api/routes/operator/findings.test.ts', 'said over HTTP'],
  [
    'service/imports/',
    'test/api/routes/operator/schedule/imports.test.ts',
    'files go in over HTTP, previews and imports come out',
  ],
  [
    'web/words/schedule.ts',
    'test/web/check/operator/classes.ts',
    'texts: a real browser imports classes (check:web)',
  ],
  ['web/zones/draft.ts', 'test/web/zones/editing.test.ts', 'zones are edited, and looked at'],
  ['web/zones/', 'test/web/check/operator/zones.ts', 'a real browser draws zones (check:web)'],
  ['api/live/', 'test/api/live/live.test.ts', 'streams over each server, with time turned by hand'],
  ['api/http/', 'test/contract/http.test.ts', 'one contract over both servers'],
  ['api/routes/status-body.ts', 'test/api/routes/status.test.ts', 'asked over HTTP'],
  ['api/mcp/route.ts', 'test/api/mcp/mcp.test.ts', 'asked over HTTP'],
  ['api/mcp/server/bridge.ts', 'test/api/mcp/refusals.test.ts', 'asked over HTTP'],
  [
    'api/openapi/operation.ts',
    'test/api/openapi/statuses.test.ts',
    'what it documents is what is answered',
  ],
  [
    'ask/answers/figures/',
    'test/ask/answers/answer-query.test.ts',
    'sentences and pictures of answers',
  ],
  ['api/mcp/server/stdio.ts', 'test/cli/ask/mcp.test.ts', 'asked over stdin by a client'],
  ['ask/model/', 'test/ask/model/model-reader.test.ts', 'a real endpoint answers it'],
  ['ask/read-query.ts', 'test/api/mcp/ask-query.test.ts', 'queries go in, answers come out'],
  ['ask/grammar/build/', 'test/ask/questions-2026/rates.test.ts', '300 questions are read'],
  ['ask/grammar/marks/', 'test/ask/questions-2026/rates.test.ts', '300 questions are read'],
  ['ask/grammar/read-question.ts', 'test/ask/grammar/grammar.test.ts', 'questions are read'],
  ['api/routes/', 'test/api/server.test.ts', 'asked over HTTP'],
  ['api/schemas/', 'test/api/server.test.ts', 'answers are checked against them'],
  [
    'cli/camera/place.ts',
    'test/cli/camera/add.test.ts',
    'names go in, a camera in its room comes out',
  ],
  ['cli/camera/test.ts', 'test/cli/program.test.ts', 'run as a command'],
  ['detectors/env.ts', 'test/engine/pool/contract.test.ts', 'types: what fulfils them is tested'],
  ['cli/doctor/', 'test/cli/doctor/doctor.test.ts', 'the checks are what doctor prints'],
  ['cli/analyze/count-run.ts', 'test/integration/rtsp-to-status.test.ts', 'run as a user runs it'],
  ['cli/init/', 'test/cli/init/init.test.ts', 'answers go in, a file comes out'],
  ['cli/schedule/import-preview.ts', 'test/cli/schedule/schedule.test.ts', 'run as a user runs it'],
  ['cli/schedule/imports.ts', 'test/cli/schedule/schedule.test.ts', 'run as a user runs it'],
  ['detectors/conformance/', 'test/detectors/conformance.test.ts', 'one suite over plugins'],
  ['detectors/detector.ts', 'test/detectors/definition.test.ts', 'a contract: nearly all types'],
  ['engine/pool/looking/', 'test/engine/pool/contract.test.ts', 'frames go through a pool'],
  ['engine/pool/notes.ts', 'test/engine/pool/lanes/lanes.test.ts', 'plugins print and log'],
  [
    'detectors/onnx/resize/shape-values.ts',
    'test/detectors/onnx/resize/resized-model.test.ts',
    'seen through real model files',
  ],
  ['detectors/gfl/layout.ts', 'test/detectors/gfl/gfl.test.ts', 'seen through real model files'],
  [
    'store/access/oauth/families.ts',
    'test/store/access/oauth/create-oauth.test.ts',
    'codes and tokens go in, tokens come out',
  ],
  [
    'engine/cameras/onvif/soap.ts',
    'test/engine/cameras/onvif/streams.test.ts',
    'against a camera that checks its login',
  ],
  [
    'service/operator/',
    'test/api/routes/operator/operator.test.ts',
    'asked over HTTP by the whole program',
  ],
  ['engine/cameras/http/client.ts', 'test/contract/source.test.ts', 'against a real server'],
  ['engine/cameras/http/http.ts', 'test/contract/source.test.ts', 'against a real server'],
  ['engine/cameras/libav/rtsp.ts', 'test/contract/source.test.ts', 'against a real server'],
  ['engine/cameras/video/keyframe-cutter.ts', 'test/contract/source.test.ts', 'over real streams'],
  ['engine/cameras/http/snapshot-feed.ts', 'test/contract/source.test.ts', 'against a real server'],
  ['engine/cameras/source.ts', 'test/contract/source.test.ts', 'every kind of source keeps to it'],
  [
    'engine/cameras/thread/',
    'test/engine/cameras/thread/reader-thread.test.ts',
    'a camera on one side, its frames on the other',
  ],
  ['engine/cameras/video/video-track.ts', 'test/contract/source.test.ts', 'over real streams'],
  ['config/', 'test/config/load.test.ts', 'a file goes in, a configuration comes out'],
  ['config/check/', 'test/config/check/file.test.ts', 'a row a kind of fault'],
  ['config/edit/', 'test/config/edit/edit.test.ts', 'text in, text out'],
  ['service/control/', 'test/service/control/owner.test.ts', 'asked here and over the socket'],
  [
    'engine/counting/counted-camera.ts',
    'test/engine/counting/input-sizes.test.ts',
    'a camera that is looked at',
  ],
  ['engine/counting/counting.ts', 'test/service/engine.test.ts', 'on a running engine'],
  ['service/demo/', 'test/service/demo/seed.test.ts', 'a gym with its history comes out'],
  ['service/gyms/evaluator.ts', 'test/service/gyms/gyms.test.ts', 'over counts in a real history'],
  [
    'store/history/classes/',
    'test/store/history/classes/imports/import.test.ts',
    'imports go in, records come out',
  ],
  ['store/history/faults.ts', 'test/store/history/damage.test.ts', 'folders with each fault'],
  [
    'store/history/samples/sample-writer.ts',
    'test/store/history/history.test.ts',
    'through the history',
  ],
  ['store/history/migrations/', 'test/store/history/migrate.test.ts', 'statements of SQL'],
  ['engine/models/download.ts', 'test/engine/models/install.test.ts', 'against a real server'],
  ['engine/pictures/scene/', 'test/engine/pictures/scene/scene.test.ts', 'a picture and its truth'],
  [
    'engine/pool/lanes/',
    'test/engine/pool/lanes/lanes.test.ts',
    'plugins that do wrong, each in a process',
  ],
  ['engine/pool/messages.ts', 'test/engine/pool/pool.test.ts', 'what crosses, crosses there'],
  ['engine/pool/worker.ts', 'test/engine/pool/pool.test.ts', 'a frame goes in, a sample comes out'],
  ['api/mcp/tools/query-figures.ts', 'test/api/mcp/server/tools.test.ts', 'called over HTTP'],
  [
    'gym/figures/',
    'test/gym/figures/recompute.test.ts',
    'random queries, recomputed by another program',
  ],
  [
    'gym/reports/classes/class-row.ts',
    'test/gym/reports/classes/performance.test.ts',
    'the rows of a ranking',
  ],
  [
    'gym/reports/series/grouping.ts',
    'test/gym/reports/classes/reviews.test.ts',
    'lists that change',
  ],
  ['gym/schedule/csv/', 'test/gym/schedule/csv/csv.test.ts', 'a table in, classes out'],
  ['gym/schedule/entry-list.ts', 'test/gym/schedule/csv/csv.test.ts', 'a row a kind of fault'],
  ['gym/schedule/ics/', 'test/gym/schedule/ics/ics.test.ts', 'a calendar in, classes out'],
  ['web/app.tsx', 'test/api/routes/site/site.test.ts', 'asked over HTTP'],
  [
    'web/charts/',
    'test/api/routes/site/site.test.ts',
    'asked over HTTP, and looked at by check:web',
  ],
  ['web/data.ts', 'test/api/routes/site/site.test.ts', 'types of what pages are made of'],
  ['web/look/tokens.ts', 'test/api/pages/style.test.ts', 'contrasts'],
  [
    'web/pages/',
    'test/api/routes/site/site.test.ts',
    'asked over HTTP, and looked at by check:web',
  ],
  [
    'web/parts/',
    'test/api/routes/site/site.test.ts',
    'asked over HTTP, and looked at by check:web',
  ],
  [
    'web/pages/office/',
    'test/hq/gyms/pages.test.ts',
    'asked over HTTP of a head office with a database',
  ],
  [
    'api/routes/site/office/',
    'test/hq/gyms/pages.test.ts',
    'asked over HTTP of a head office with a database',
  ],
  ['api/prepared-router.ts', 'test/hq/access/browsers.test.ts', 'asked over HTTP at two nodes'],
  ['hq/access/', 'test/hq/access/browsers.test.ts', 'two nodes over one database'],
  ['web/document.tsx', 'test/api/routes/site/site.test.ts', 'asked over HTTP'],
  ['web/office-data.ts', 'test/hq/gyms/pages.test.ts', 'shapes'],
  ['web/client/live/stream.ts', 'test/web/check/live.ts', 'in a browser'],
  ['web/words/en.ts', 'test/web/words/sentences.test.ts', 'a table of texts'],
  ['web/words/sign-in.ts', 'test/api/routes/site/sign-in/sign-in.test.ts', 'a table of texts'],
  ['api/auth/refusals.ts', 'test/api/auth/guard.test.ts', 'answers to requests'],
  ['errors.ts', 'test/repo/errors.test.ts', 'a table'],
];

const tests = new Set(projectFiles().filter((path) => path.endsWith('.test.ts')));
const mirrorOf = (source: string) => `test/${source.replace(/\.tsx?$/, '.test.ts')}`;

const unmirrored = sourceFiles().filter(
  (source) =>
    !source.endsWith('/index.ts') &&
    textOf(source).split('\n').length > LARGE &&
    !tests.has(mirrorOf(source)),
);

describe('every large source file', () => {
  it('has a mirrored test, or a row that says what tests it', () => {
    const missing = unmirrored.filter(
      (source) => !TESTED_ELSEWHERE.some(([prefix]) => source.startsWith(prefix)),
    );
    expect(missing.map((source) => `${source}: no ${mirrorOf(source)}`)).toEqual([]);
  });

  it.each(TESTED_ELSEWHERE)('%s is tested by %s: %s', (prefix, test) => {
    // A check of the pages is none of vitest, and runs in CI all the same.
    expect(projectFiles()).toContain(test);
    expect(unmirrored.filter((source) => source.startsWith(prefix))).not.toEqual([]);
  });
});

it('every test has a source: the file or folder it is named after, or a folder for what crosses several', () => {
  // Benches and scripts need no tests; what computes figures there, or fetches files, has some.
  const others = projectFiles().filter((path) => /^(?:bench|scripts)\/.*\.ts$/.test(path));
  const sources = new Set([...sourceFiles(), ...others]);
  // Voices: questions as different people ask them, by what is hard in them.
  const crossing =
    /^test\/(?:clients|contract|hq\/deploy|integration|repo|web\/check|ask\/questions-2026)\/|^test\/launcher\.test\.ts$/;
  // A test may also be named after what several files do together, inside the folder that they form.
  const folders = new Set([...sources].map((source) => source.replace(/[^/]+$/, '')));
  const strays = [...tests].filter((test) => {
    const source = test.replace(/^test\//, '').replace(/\.test\.ts$/, '.ts');
    return (
      !crossing.test(test) && !sources.has(source) && !folders.has(source.replace(/[^/]+$/, ''))
    );
  });
  expect(strays).toEqual([]);
});
