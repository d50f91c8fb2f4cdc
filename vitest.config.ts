import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { BaseSequencer } from 'vitest/node';
import { RetriedTests } from './test/support/retried-tests.ts';
import { SecretScan } from './test/support/secret-scan.ts';

/** Real threads and servers on a busy shared machine: one more try in CI, so that a stalled second fails nobody. */
const retry = process.env['CI'] === undefined ? 0 : 1;

/** Where `.ci/run` reads its closing line from. */
const reportFile = process.env['TEST_REPORT'];
const jsonReport: [string, Record<string, unknown>][] =
  reportFile === undefined ? [] : [['json', { outputFile: reportFile }]];

/**
 * Processes, cameras, Python and the browser: project `test:slow`. All the rest is project `test`: pure code, SQLite in a
 * temporary folder, HTTP on a socket.
 */
const SLOW = [
  'test/{cli,clients,contract,detectors,integration,recorded,runtime,scripts}/**/*.test.ts',
  'test/ask/{charts,model,questions}/**/*.test.ts',
  'test/api/routes/key-examples.test.ts',
  'test/api/routes/owner/{devices,owner}.test.ts',
  'test/engine/{analysis,conformance,counts,empty-room,looks,pictures,pool,sizing,trials}/**/*.test.ts',
  'test/engine/cameras/*.test.ts',
  'test/engine/cameras/{finding,http,libav,onvif,rtsp,thread,video}/**/*.test.ts',
  'test/engine/frames/vips-threads.test.ts',
  'test/gym/figures/recompute.test.ts',
  'test/notify/{killed,mqtt}.test.ts',
  'test/service/*.test.ts',
  'test/service/{commands,line,operator,parsing}/**/*.test.ts',
  'test/service/gyms/estimates/*.test.ts',
  'test/store/**/{lock,undo,versions}.test.ts',
  'test/web/client/live/follow.test.ts',
  'test/*.test.ts',
];

/**
 * Files that take half a minute and more, the longest first: begun last, each would run alone at the end. (Without a run
 * before, Vitest goes by the size of a file.)
 */
const LONG = [
  'test/integration/recorded-class.test.ts',
  'test/engine/pool/lanes.test.ts',
  'test/clients/python/python-client.test.ts',
  'test/contract/detector.test.ts',
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
  setupFiles: ['test/support/log-copy.ts', 'test/support/unstub.ts'],
  unstubEnvs: true,
  // A process takes many files, and reads the sources once.
  isolate: false,
  // What tests start in threads and processes is compiled once, before all of them.
  globalSetup: ['test/support/compiled.ts'],
  alias: [
    {
      find: /^(\.\.?\/)+worker-module\.ts$/,
      replacement: fileURLToPath(new URL('test/support/worker-module.ts', import.meta.url)),
    },
  ],
};

export default defineConfig({
  test: {
    reporters: ['default', new RetriedTests(), new SecretScan(), ...jsonReport],
    sequence: { sequencer: LongFirst },
    // Vitest leaves a core to itself; of two that is half the machine.
    maxWorkers: '100%',
    projects: [
      {
        test: {
          ...base,
          name: 'test',
          include: ['test/**/*.test.ts'],
          exclude: [...SLOW, 'test/hq/**', '**/node_modules/**'],
        },
      },
      {
        test: {
          ...base,
          name: 'test:slow',
          include: SLOW,
          testTimeout: 90_000,
        },
      },
    ],
  },
});
