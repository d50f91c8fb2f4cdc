import { expect, it } from 'vitest';
import { conformance, runConformance } from '../../detectors/conformance.ts';
import type { Frame, Look } from '../../detectors/detector.ts';
import { loadDetector } from '../../detectors/load.ts';
import { coded } from '../support/an-error.ts';
import { PLUGIN_BASE, TINY_INPUT } from '../support/plugins/plugin-base.ts';

const example = await loadDetector('./detectors/examples/frame-difference.mjs', '.');
const NOBODY = { detections: [] };

/** A detector that keeps the contract except for what `wrong` does. */
function faulty(wrong: {
  detect?: (frame: Frame, look: Look) => unknown;
  stateBytes?: number;
  input?: object;
}) {
  const { detect = () => NOBODY, input = TINY_INPUT, stateBytes = 0 } = wrong;
  const create = async () => ({ input, detect, close: () => undefined });
  return { ...PLUGIN_BASE, name: 'faulty', stateBytes, create };
}

async function failuresOf(definition: unknown) {
  const { checks, passed } = await runConformance({ definition });
  const failed = checks.filter(({ outcome }) => outcome === 'failed').map(({ name }) => name);
  expect(passed).toBe(failed.length === 0);
  return failed;
}

it('the conformance suite passes the example plugin and a detector that sees nobody, and tells how far it is', async () => {
  const shares: number[] = [];
  const report = await runConformance({ definition: example }, (_, share) => shares.push(share));
  expect(report.checks.filter(({ outcome }) => outcome !== 'passed')).toEqual([]);
  expect(report.checks.map(({ name }) => name)).toEqual(conformance.map(({ name }) => name));
  expect(shares.at(-1)).toBe(1);
  expect(await failuresOf(faulty({}))).toEqual([]);
});

it('the conformance suite fails everything for what is no detector, without throwing', async () => {
  expect(await failuresOf({ name: 'X' })).toHaveLength(conformance.length);
  expect(await failuresOf(undefined)).toHaveLength(conformance.length);
  const noInput = await failuresOf(faulty({ input: { ...TINY_INPUT, width: 0 } }));
  expect(noInput).toHaveLength(conformance.length - 1);
});

it('the conformance suite finds a detector that throws on a flat picture', async () => {
  const detect = ({ pixels }: Frame) => {
    if (pixels.every((value) => value === pixels[0])) throw new Error('division by nought');
    return NOBODY;
  };
  const check = 'black, white, plain, striped and noisy pictures all get a valid answer';
  expect(await failuresOf(faulty({ detect }))).toContain(check);
});

it('the conformance suite finds memory of earlier frames that is not in the state', async () => {
  let frames = 0;
  const detect = () => {
    frames += 1;
    return { detections: [{ box: [0, 0, 9, 9], score: (frames % 7) / 10, label: 0 }] };
  };
  const failed = await failuresOf(faulty({ detect }));
  expect(failed).toContain('equal frames with equal state get equal answers');
  expect(failed).toContain('another instance goes on with a camera from its state alone');
});

const reused = [{ box: [0, 0, 9, 9], score: 0, label: 0 }];
const kept: Uint8Array[] = [];

/** Detectors that break one rule, by the check of it. */
const BREAKING: Readonly<Record<string, (frame: Frame) => unknown>> = {
  'it leaves the frame as it was and does not keep it': ({ pixels }) => {
    pixels[0] = 77;
    return NOBODY;
  },
  'an answer stays as it was when the next frame comes': ({ pixels }) => {
    reused[0]!.score = (pixels[500] ?? 0) / 255;
    return { detections: reused };
  },
  'time that stands still or goes back is survived': ({ atMs, state }) => {
    const last = new Float64Array(1);
    const bytes = new Uint8Array(last.buffer);
    bytes.set(state ?? []);
    if (atMs < last[0]!) throw new Error('time goes back');
    last[0] = atMs;
    state?.set(bytes);
    return NOBODY;
  },
  'many frames leave memory flat': () => {
    kept.push(new Uint8Array(1024 * 1024));
    return NOBODY;
  },
};

it.each(Object.entries(BREAKING))(
  'the conformance suite finds that not %s',
  async (check, detect) => {
    expect(await failuresOf(faulty({ detect, stateBytes: 8 }))).toEqual([check]);
  },
);

it('the conformance suite takes nothing for a leak that is freed with its signal or by a finalizer', async () => {
  const freed = new FinalizationRegistry<Uint8Array>(() => undefined);
  const detect = (_frame: Frame, { signal }: Look) => {
    const taken = new Uint8Array(1024 * 1024);
    signal.addEventListener('abort', () => taken.fill(0));
    freed.register({}, new Uint8Array(1024 * 1024));
    return NOBODY;
  };
  expect(await failuresOf(faulty({ detect }))).toEqual([]);
});

it('the conformance suite skips what needs a model that is not on this computer, and says so', async () => {
  const create = () => Promise.reject(coded('model_missing'));
  const definition = { ...faulty({}), create };
  const { checks, passed } = await runConformance({ definition });
  expect(passed).toBe(false);
  const skipped = Array(conformance.length - 1).fill('skipped');
  expect(checks.map(({ outcome }) => outcome)).toEqual(['passed', ...skipped]);
  expect(checks.at(-1)?.fault).toBe('test: expected it, got none');
});
