#!/usr/bin/env node
/** `turnout-detector`: what the author of a plugin runs without Turnout. Entry of the package of the same name. */

import { mkdir, rename, rm } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { checkDetectorApart } from '../../engine/conformance/check-detector.ts';
import { download } from '../../engine/models/download.ts';
import { isTurnoutError, messageOf, TurnoutError } from '../../errors.ts';
import { sha256Of } from '../../runtime/sha256.ts';
import { parseOptions, reportText, reportWire, requirePassed } from '../check-report.ts';

const HELP = `Usage:
  turnout-detector check DETECTOR [--options JSON] [--json]
      Runs the conformance suite on the path of a module that exports "detector", or on a package.
      It has a process of its own, and a minute for each check at most.
  turnout-detector fetch FILE --url ADDRESS --sha256 HEX
      Fetches a model. One that is there already is not fetched again, one with another checksum is not stored.`;

/** Gives the exit code: 0, 1 for a fault, 2 for a command line that is not understood. */
async function run([command, ...args]: readonly string[]): Promise<number> {
  try {
    if (command === 'check') await check(args);
    else if (command === 'fetch') await fetchModel(args);
    else if (/^(-h|--help|help)?$/.test(command ?? '')) print(HELP);
    else throw usage('check or fetch', command ?? 'nothing');
    return 0;
  } catch (error) {
    process.stderr.write(`error: ${messageOf(error)}\n`);
    return isTurnoutError(error, 'usage') ? 2 : 1;
  }
}

async function check(args: readonly string[]): Promise<void> {
  const [detector, { options = '{}', json = false }] = oneAnd(args, 'a path or a package', {
    options: { type: 'string' },
    json: { type: 'boolean' },
  });
  const report = await checkDetectorApart({
    detector,
    fromDir: resolve('.'),
    modelsDir: resolve('models'),
    options: parseOptions(String(options)),
    onResult: () => undefined,
  });
  print(json ? JSON.stringify(reportWire(report)) : reportText(report));
  requirePassed(report);
  if (!json) print(`${report.name} ${report.version}: all ${report.checks.length} checks passed`);
}

async function fetchModel(args: readonly string[]): Promise<void> {
  const [file, { url, sha256 }] = oneAnd(args, 'the file to write', {
    url: { type: 'string' },
    sha256: { type: 'string' },
  });
  if (!URL.canParse(String(url))) throw usage('--url with an address', String(url ?? 'nothing'));
  if (!/^[0-9a-f]{64}$/i.test(String(sha256))) {
    throw usage('--sha256 with 64 hex digits', String(sha256 ?? 'nothing'));
  }
  const found = await fetchFile(resolve(file), String(url), String(sha256).toLowerCase());
  print(`${file}: ${found}`);
}

type Choices = Readonly<Record<string, { readonly type: 'string' | 'boolean' }>>;

/** One word and the choices after it. Of a choice that is there twice, the last one counts. */
function oneAnd(
  args: readonly string[],
  expected: string,
  options: Choices,
): [string, Readonly<Record<string, unknown>>] {
  try {
    const { values, positionals } = parseArgs({ args: [...args], options, allowPositionals: true });
    const [word, ...more] = positionals;
    if (word !== undefined && more.length === 0) return [word, values];
    throw usage(expected, more.length === 0 ? 'nothing' : positionals.join(' '));
  } catch (error) {
    if (isTurnoutError(error)) throw error;
    throw usage('known options', messageOf(error));
  }
}

function usage(expected: string, got: string): TurnoutError {
  const where = 'turnout-detector';
  return new TurnoutError('usage', { where, expected, got, hint: 'turnout-detector --help' });
}

function print(line: string): void {
  process.stdout.write(`${line}\n`);
}

/**
 * Resolves with what it found. The file is there, whole, or as it was before. Throws `model_download_failed` and
 * `model_checksum_mismatch`.
 *
 * @param sha256 lower-case hex.
 */
async function fetchFile(file: string, address: string, sha256: string): Promise<string> {
  if ((await sha256Of(file).catch(() => null)) === sha256) return 'is here already';
  await mkdir(dirname(file), { recursive: true });
  const part = `${file}.part`;
  const where = `file ${file}`;
  try {
    await download(address, part, { where, hint: 'check the address and the connection' });
    const got = await sha256Of(part);
    if (got !== sha256) {
      const expected = `SHA-256 ${sha256}`;
      const hint = 'the file was changed on its way or at its source; it was not stored';
      throw new TurnoutError('model_checksum_mismatch', { where, expected, got, hint });
    }
    await rename(part, file);
  } finally {
    await rm(part, { force: true });
  }
  return 'fetched';
}

// Last: the constants above are there. For detectors that load onnxruntime themselves, in the process that checks them.
process.env['ORT_DISABLE_TELEMETRY'] = '1';
process.exitCode = await run(process.argv.slice(2));
