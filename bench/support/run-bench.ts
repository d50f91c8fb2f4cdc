/** One bench in a fresh process: nothing that an earlier one warmed, grew or left behind is in its figures. */

import { spawn } from 'node:child_process';
import { readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { isQuick } from './quick.ts';
import type { BenchReport } from './report.ts';

/** What `serve` asks for: a bench of the engine is the thread that answers requests there. */
const { COLLECT_ALONE, LIBUV_THREADS } = createRequire(import.meta.url)(
  '../../bin/runtime.cjs',
) as {
  readonly COLLECT_ALONE: readonly string[];
  readonly LIBUV_THREADS: number;
};

/** A bench that hangs would hang whoever waits for it; the longest takes a minute or two. */
const MAX_MS = (isQuick ? 3 : 15) * 60_000;

/**
 * Benches of a tree whose path holds one of the words; all without words.
 *
 * @returns paths from the root of the tree, sorted.
 */
export function findBenches(words: readonly string[], root = '.'): readonly string[] {
  const files = readdirSync(join(root, 'bench'), { recursive: true, encoding: 'utf8' });
  const isNamed = (file: string) => words.some((word) => file.includes(word));
  const isMeant = (file: string) =>
    file.endsWith('.bench.ts') && (words.length === 0 || isNamed(file));
  return files
    .filter(isMeant)
    .map((file) => `bench/${file}`)
    .toSorted();
}

/** @returns what the bench told as its last line, or the text it printed where it failed. */
export async function runBench(file: string, root = '.'): Promise<BenchReport | string> {
  const child = spawn(
    process.execPath,
    [...COLLECT_ALONE, '--expose-gc', '--import', 'tsx', file],
    {
      cwd: root,
      env: { ...process.env, UV_THREADPOOL_SIZE: String(LIBUV_THREADS) },
      stdio: ['ignore', 'pipe', 'inherit'],
      timeout: MAX_MS,
    },
  );
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (text: string) => {
    output += text;
  });
  const code = await new Promise((resolve) => child.on('close', resolve));
  const last = output.trimEnd().split('\n').at(-1) ?? '';
  if (code === 0 && last.startsWith('{')) return JSON.parse(last) as BenchReport;
  return `${output}\nended with exit code ${String(code)}`;
}
