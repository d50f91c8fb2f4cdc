/** A command's surroundings in a test: what it prints is kept, its data folder does not exist. */

import { randomUUID } from 'node:crypto';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import type { CliContext } from '../../cli/command.ts';

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
