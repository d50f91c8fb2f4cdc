/**
 * A detector in Python: this half hands pictures to a child process, `python-child.py` looks at them.
 *
 * `env.spawn` owns the child: it ends with this detector, with its worker and with its process, however those end. A
 * question is eight bytes of size and the pixels, an answer is one line of JSON.
 */

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SIZE = { width: 160, height: 90 };

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'python-child',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: a program in Python looks at the pictures; what is light is a person.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      python: { type: 'string', default: 'python3', description: 'The interpreter.' },
      brightness: {
        type: 'integer',
        default: 128,
        minimum: 1,
        maximum: 255,
        description: 'Least brightness of a person, 1..255.',
      },
    },
  },
  labels: ['person'],
  maxDetections: 200,
  stateBytes: 0,
  isWeak: true,
  create: async (options, env) => {
    const script = fileURLToPath(new URL('python-child.py', import.meta.url));
    const child = env.spawn(options.python, ['-u', script, String(options.brightness)]);
    const { stdin, stdout } = child;
    if (stdin === null || stdout === null) throw new TypeError('expected pipes to the child');
    const lines = createInterface({ input: stdout })[Symbol.asyncIterator]();
    const answer = async () => {
      const line = await lines.next();
      // Every look throws from now on. After five in a row the detector is paused, and then started again.
      if (line.done) throw new Error('expected the program in Python to run, got its end');
      return JSON.parse(line.value);
    };
    // Its first line: the interpreter is there, and the script has no faults.
    await answer();
    return {
      input: {
        ...SIZE,
        colour: 'grey',
        values: 'uint8-hwc',
        fit: 'letterbox',
        align: 'centre',
        pad: 0,
      },
      detect: ({ pixels }) => {
        const size = Buffer.alloc(8);
        size.writeUInt32LE(SIZE.width, 0);
        size.writeUInt32LE(SIZE.height, 4);
        stdin.write(Buffer.concat([size, Buffer.from(pixels)]));
        return answer();
      },
      close: () => undefined,
    };
  },
};
