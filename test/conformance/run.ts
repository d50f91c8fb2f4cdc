/**
 * `npm run conformance`: the official suite in both revisions and the official Inspector against the program as it starts
 * with no configuration, and the rest of the suite against the endpoint with its fixtures. Ends with 1 when anything is
 * not as `not-passed.ts` says. Needs `npm ci --prefix test/conformance/official`, and for stdio a built `turnout`.
 */

import { fileURLToPath } from 'node:url';
import { type Inspected, inspect } from './inspector.ts';
import { isExpected, type Row, reasons, surprises, tableOf } from './report.ts';
import { REVISIONS, type Revision, requirementsOf, WITHOUT_FIXTURES } from './scenarios.ts';
import { type Outcomes, runAll, runEach } from './suite.ts';
import { type Program, startFixtures, startProgram } from './targets.ts';

const TURNOUT = fileURLToPath(new URL('../../bin/turnout.cjs', import.meta.url));

/** `--suite` leaves the Inspector out: it starts a process for each call. */
const isSuiteOnly = process.argv.includes('--suite');
const started = performance.now();
const program = await startProgram();
const fixtures = await startFixtures();
try {
  const rows: Row[] = [];
  for (const revision of REVISIONS) {
    const own = await runEach(program.url, revision, WITHOUT_FIXTURES[revision]);
    const all = await runAll(fixtures.url, revision);
    const found = await rowsOf(revision, own, all);
    for (const row of found) rows.push(await lookedAtAgain(row));
  }
  console.log(tableOf(rows));
  console.log(`\nNot passed, and why:\n${reasons(rows).join('\n')}`);
  const inspected = isSuiteOnly ? [] : await inspectAll(program);
  const faults = [...surprises(rows), ...inspected.flatMap(({ faults: found }) => found)];
  const seconds = Math.round((performance.now() - started) / 1000);
  console.log(`\n${faults.length === 0 ? 'All as expected' : faults.join('\n')}, in ${seconds} s`);
  process.exitCode = faults.length === 0 ? 0 : 1;
} finally {
  await fixtures.close();
  await program.close();
}

async function rowsOf(revision: Revision, own: Outcomes, all: Outcomes): Promise<readonly Row[]> {
  const { required, notScored } = await requirementsOf(revision);
  return [...required, ...notScored].map((scenario) => {
    const isOwn = WITHOUT_FIXTURES[revision].includes(scenario);
    const outcome = (isOwn ? own : all).get(scenario) ?? null;
    const where = isOwn ? 'program' : 'fixtures';
    return { revision, scenario, where, isScored: required.includes(scenario), outcome };
  });
}

/** The suite waits for some answers for half a second only, which a busy machine may miss: once more, and it is told. */
async function lookedAtAgain(row: Row): Promise<Row> {
  const { revision, scenario, where } = row;
  if (isExpected(row)) return row;
  console.log(`${revision} ${scenario} did not pass at first: ${row.outcome?.faults.join('; ')}`);
  const { url } = where === 'program' ? program : fixtures;
  const again = await runEach(url, revision, [scenario]);
  return { ...row, outcome: again.get(scenario) ?? null };
}

/** Over HTTP with a key in both eras, and over stdin of a process that the Inspector starts itself. */
async function inspectAll({ ownUrl, key, dataFolder }: Program): Promise<readonly Inspected[]> {
  const http = [
    '--server-url',
    `${ownUrl}/mcp`,
    '--transport',
    'http',
    '--header',
    `Authorization: Bearer ${key}`,
  ];
  const stdio = ['-e', `TURNOUT_DATA=${dataFolder}`, process.execPath, TURNOUT, 'mcp'];
  const ways: [name: string, target: readonly string[]][] = [
    ['HTTP, 2025', [...http, '--protocol-era', 'legacy']],
    ['HTTP, 2026', [...http, '--protocol-era', 'modern']],
    ['stdio', stdio],
  ];
  return Promise.all(
    ways.map(async ([name, target]) => {
      const one = await inspect(target);
      console.log(`Inspector over ${name}: ${one.calls} calls, ${one.faults.length} faults`);
      return one;
    }),
  );
}
