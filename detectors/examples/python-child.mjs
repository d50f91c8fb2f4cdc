/**
 * A detector in Python: this half hands pictures to a child process, `python-child.py` looks at them.
 *
 * `env.spawn` owns the child: it ends with this detector, with its worker and with its process, however those end. A
 * question is eight bytes of size and the pixels, an answer is one line of JSON.
 */

import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const SIZE = { width: 160, height: 90 };

/** @typedef {import('turnout-detector').DetectOutput} DetectOutput */
/** @typedef {{ resolve(answer: DetectOutput): void, reject(error: Error): void }} Waiting */

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
    const child = startChild(options, env);
    // Its first line: the interpreter is there, and the script has no faults.
    await child.hello;
    return {
      input: {
        ...SIZE,
        colour: 'grey',
        values: 'uint8-hwc',
        fit: 'letterbox',
        align: 'centre',
        pad: 0,
      },
      detect: ({ pixels }) => child.ask(Buffer.from(pixels)),
      close: () => undefined,
    };
  },
};

/**
 * One child. Answers come in the order of the questions.
 *
 * @param {Readonly<Record<string, any>>} options
 * @param {import('turnout-detector').DetectorEnv} env
 */
function startChild(options, env) {
  const script = fileURLToPath(new URL('python-child.py', import.meta.url));
  const { stdin, stdout, ...child } = pipesOf(
    env.spawn(options.python, ['-u', script, String(options.brightness)]),
  );
  /** @type {Waiting[]} */
  const waiting = [];
  /** @type {Error | null} */
  let ended = null;
  const next = () =>
    new Promise((/** @type {Waiting['resolve']} */ resolve, reject) => {
      if (ended === null) waiting.push({ resolve, reject });
      else reject(ended);
    });
  createInterface({ input: stdout }).on('line', (line) => {
    waiting.shift()?.resolve(JSON.parse(line));
  });
  child.onExit((code) => {
    // Every look throws from now on. After five in a row the detector is paused, and then started again.
    ended = new Error(`expected the program in Python to run, got exit code ${code}`);
    for (const { reject } of waiting.splice(0)) reject(ended);
  });
  const hello = next();
  return {
    hello,
    ask: (/** @type {Buffer} */ pixels) => {
      const size = Buffer.alloc(8);
      size.writeUInt32LE(SIZE.width, 0);
      size.writeUInt32LE(SIZE.height, 4);
      const answer = next();
      stdin.write(Buffer.concat([size, pixels]));
      return answer;
    },
  };
}

/** What `env.spawn` gives, with the pipes that it has by default. */
function pipesOf(/** @type {import('node:child_process').ChildProcess} */ child) {
  const { stdin, stdout } = child;
  if (stdin === null || stdout === null) throw new TypeError('expected pipes to the child');
  const onExit = (/** @type {(code: number | null) => void} */ listener) =>
    child.once('exit', listener);
  return { stdin, stdout, onExit };
}
