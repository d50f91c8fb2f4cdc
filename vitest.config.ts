import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { RetriedTests } from './test/support/retried-tests.ts';

/** Real threads and servers on a busy shared machine: one more try in CI, so that a stalled second fails nobody. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Where `.ci/run` reads its closing line from. */
const reportFile = process.env['TEST_REPORT'];
const jsonReport: [string, Record<string, unknown>][] =
  reportFile === undefined ? [] : [['json', { outputFile: reportFile }]];

/**
 * Tests that leave nothing behind in their process: one process takes many files, and reads the sources once. The first
 * 173 files took 80 s in place of some 6 minutes, 272 of them 122 s. What starts threads, cameras or detectors gets a
 * process a file.
 */
const PLAIN = [
  'test/api/**/*.test.ts',
  'test/ask/{answers,grammar,nlweb}/**/*.test.ts',
  'test/{chain,config,gym,store}/**/*.test.ts',
  'test/service/{control,demo,feeds,parsing}/**/*.test.ts',
  'test/service/gyms/*.test.ts',
  'test/engine/{counting,frames,models,sampling,zones}/**/*.test.ts',
  'test/engine/cameras/supervision/*.test.ts',
  'test/bench/**/*.test.ts',
  'test/repo/*.test.ts',
  'test/web/**/*.test.ts',
];

/**
 * Files that take half a minute and more, the longest first: begun last, each would run alone at the end. (Without a run
 * before, Vitest goes by the size of a file.)
 */
const LONG = [
  'test/detectors/motion/accuracy.test.ts',
  'test/engine/pool/pool.test.ts',
  'test/clients/python/python-client.test.ts',
  'test/detectors/motion/motion.test.ts',
  'test/integration/recorded-class.test.ts',
  'test/service/engine.test.ts',
  'test/contract/detector.test.ts',
  'test/contract/source.test.ts',
  'test/cli/ask/mcp.test.ts',
  'test/integration/get-key-page.test.ts',
];

class LongFirst extends BaseSequencer {
  override async sort(files: Parameters<BaseSequencer['sort']>[0]) {
    const rank = ({ moduleId }: (typeof files)[number]) => {
      const place = LONG.findIndex((long) => moduleId.endsWith(long));
      return place === -1 ? LONG.length : place;
    };
    return (await super.sort(files)).toSorted((one, other) => rank(one) - rank(other));
  }
}

/** Native modules and process-wide logs want processes, not threads. */
const base = {
  pool: 'forks' as const,
  testTimeout: 20_000,
  hookTimeout: 30_000,
  retry,
  // As the launcher: onnxruntime reports nothing to its makers.
  env: { ORT_DISABLE_TELEMETRY: '1' },
  setupFiles: ['test/support/log-copy.ts'],
  alias: [
    {
      find: /^(\.\.?\/)+worker-module\.ts$/,
      replacement: fileURLToPath(new URL('test/support/worker-module.ts', import.meta.url)),
    },
  ],
};

/**
 * Projects whose tests start threads and processes. The others compile what they start when they first start something:
 * a pure test waits for no compiler.
 */
const started = { globalSetup: ['test/support/compiled.ts'] };

export default defineConfig({
  test: {
    reporters: ['default', new RetriedTests(), ...jsonReport],
    sequence: { sequencer: LongFirst },
    projects: [
      {
        test: {
          ...base,
          name: 'unit',
          include: [
            'test/{ask,cli,detectors,engine,runtime,scripts,service}/**/*.test.ts',
            'test/*.test.ts',
          ],
          exclude: PLAIN,
        },
      },
      { test: { ...base, name: 'plain', include: PLAIN, isolate: false } },
      { test: { ...base, ...started, name: 'clients', include: ['test/clients/**/*.test.ts'] } },
      { test: { ...base, ...started, name: 'contract', include: ['test/contract/**/*.test.ts'] } },
      {
        test: {
          ...base,
          ...started,
          name: 'integration',
          include: ['test/integration/**/*.test.ts'],
          testTimeout: 90_000,
        },
      },
    ],
  },
});
