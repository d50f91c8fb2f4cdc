/** A command's surroundings in a test: what it prints is kept, its data folder does not exist. */

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { type AnyRow, addRows, type CliContext, type Prompts } from '../../cli/command.ts';

export function world(args: readonly string[], dataDir = noFolder()) {
  const out = new Kept();
  const err = new Kept();
  const context: CliContext = {
    stdout: out,
    stderr: err,
    isTerminal: false,
    isAnswerRead: false,
    isColoured: false,
    width: 80,
    dataDir: () => dataDir,
    person: () => null,
    print: (value, text) => {
      out.write(`${args.includes('--json') ? JSON.stringify(value) : text}\n`);
    },
  };
  return { context, out: () => out.text, err: () => err.text };
}

class Kept extends Writable {
  text = '';

  override _write(chunk: Buffer, _encoding: BufferEncoding, done: () => void): void {
    this.text += chunk.toString();
    done();
  }
}

const noFolder = () => join(tmpdir(), `turnout-none-${randomUUID()}`);

/** One command alone, with what it printed as values and texts. */
export function commandWorld(dataDir: string, row: AnyRow, person: Prompts | null = null) {
  const { context, out, err } = world([], dataDir);
  const printed: { readonly value: unknown; readonly text: string }[] = [];
  const program = new Command('turnout').exitOverride();
  const print = (value: unknown, text: string) => void printed.push({ value, text });
  addRows(program, { ...context, print, person: () => person }, [row]);
  /** With these words, as after `turnout`. Rejects with what the command throws. */
  const run = async (...words: string[]) =>
    void (await program.parseAsync(words, { from: 'user' }));
  return { printed, out, err, run };
}
export type CommandWorld = ReturnType<typeof commandWorld>;
