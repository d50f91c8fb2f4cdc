/** A detector that does not end its checks fails them: in a trial the command said nothing, and exited with 0. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { conformance } from '../../../detectors/conformance.ts';
import { checkDetectorApart } from '../../../engine/conformance/check-detector.ts';
import { suiteFolder } from '../../support/folder.ts';
import { isThere } from '../../support/is-there.ts';
import { writePlugin } from '../../support/plugins/written.ts';
import { until } from '../../support/until.ts';

const folder = suiteFolder();

function plugin(name: string, { top = '', ...parts }: Parameters<typeof writePlugin>[2]) {
  const begin = `import { execFileSync, spawn } from 'node:child_process'; ${top}`;
  return writePlugin(folder, name, { top: begin, ...parts });
}

const AROUND = { fromDir: folder, modelsDir: folder, options: {}, onResult: () => undefined };
const check = (detector: string, limitMs = 20_000) =>
  checkDetectorApart({ ...AROUND, detector, limitMs });

const CRASH = "execFileSync('kill', ['-SEGV', String(process.pid)])";
const FLOOD = "for (let n = 0; n < 600; n += 1) console.log('line', n)";
const CHILD = "spawn('sleep', ['600'], { stdio: 'ignore' }).unref()";

// All at once: they mostly wait for the end of their time.
describe.concurrent('a detector in a process of its own', () => {
  test.each([
    ['hangs', { detect: '() => new Promise(() => undefined)' }, /expected its end within 20 s/],
    ['hangs-at-start', { create: 'await new Promise(() => undefined)' }, /its end within 20 s/],
    ['spins', { detect: '() => { for (;;); }' }, /got no end within/],
    ['exits', { detect: '() => process.exit(0)' }, /got the end of its process: exit code 0/],
    ['crashes', { detect: `() => { ${CRASH}; for (;;); }` }, /the end of its process: SIGSEGV/],
  ])('that %s fails that check and all after it', async (name, source, fault) => {
    const report = await check(plugin(name, source));
    expect(report.passed).toBe(false);
    expect(report.checks.map((one) => one.name)).toEqual(conformance.map((one) => one.name));
    const at = report.checks.findIndex(({ outcome }) => outcome !== 'passed');
    expect(report.checks[at]?.fault).toMatch(fault);
    expect(report.checks.at(-1)?.fault).toMatch(/^not run, after: /);
  });

  test('that never loads is refused', async () => {
    const never = plugin('never', { top: 'await new Promise(() => undefined);' });
    await expect(check(never)).rejects.toMatchObject({ code: 'detector_timeout' });
  });

  test.each([
    ['slip', 'export const detector = {\n  name: 7 7,\n};', 'Unexpected number (slip.mjs:2)'],
    ['thrown', "// top\n\nthrow new Error('no dongle');", 'no dongle (thrown.mjs:3)'],
  ])('that cannot be imported is refused with file and line: %s', async (name, source, got) => {
    writeFileSync(join(folder, `${name}.mjs`), source);
    const expected = `${name}.mjs: expected a module that can be imported, got ${got}`;
    await expect(check(`./${name}.mjs`, 45_000)).rejects.toThrow(expected);
  });

  test('that is no module is refused by its ending', async () => {
    writeFileSync(join(folder, 'secrets.env'), 'PASSWORD=1');
    await expect(check('./secrets.env', 45_000)).rejects.toThrow(
      'got a file that ends with ".env"; name a file that ends with .mjs or .js',
    );
  });

  test.runIf(process.platform === 'linux')(
    'leaves no program behind, not even one in a group of its own',
    async () => {
      const top = "import { appendFileSync } from 'node:fs';";
      const pids = join(folder, 'pids');
      const hidden = "spawn('sleep', ['600'], { stdio: 'ignore', detached: true })";
      const create = `const child = ${hidden}; child.unref(); appendFileSync('${pids}', child.pid + ' ')`;
      await check(plugin('hides-children', { top, create }), 45_000);
      const started = readFileSync(pids, 'utf8').trim().split(' ').map(Number);
      await until(() => !started.some(isThere));
    },
  );

  test.each([
    ['floods', { detect: `() => { ${FLOOD}; return NOBODY; }` }, 'it prints next to nothing'],
    ['leaves-children', { create: CHILD }, 'no program that it starts outlives it'],
  ])('that %s fails one check', async (name, source, failed) => {
    const { checks, printed } = await check(plugin(name, source));
    const faults = checks.filter(({ outcome }) => outcome !== 'passed');
    expect(faults.map((one) => one.name)).toEqual([failed]);
    expect(printed.length).toBeLessThanOrEqual(20);
  });
});
