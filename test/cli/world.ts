/** A command's surroundings in a test: what it prints is kept, its data folder does not exist. */

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { Command } from 'commander';
import { type AnyRow, addRows, type CliContext } from '../../cli/command.ts';
import { type Answer, scripted } from './scripted-prompts.ts';

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

/** One command alone, with what it printed as values and texts. @param answers of a person; without them no one is there. */
export function commandWorld(dir: string, row: AnyRow, answers: readonly Answer[] | null = null) {
  const { context, out, err } = world([], dir);
  const printed: { readonly value: unknown; readonly text: string }[] = [];
  /** What the person was asked, and told. */
  const [asked, said]: [string[], string[]] = [[], []];
  const person = answers && scripted(answers, asked, said);
  const program = new Command('turnout').exitOverride();
  const print = (value: unknown, text: string) => void printed.push({ value, text });
  addRows(program, { ...context, print, person: () => person }, [row]);
  /** With these words, as after `turnout`. Rejects with what the command throws. @returns what it printed last. */
  const run = async (...words: string[]) => {
    await program.parseAsync(words, { from: 'user' });
    return printed.at(-1) ?? { value: undefined, text: '' };
  };
  return { asked, said, printed, out, err, run };
}

export type CommandWorld = ReturnType<typeof commandWorld>;
