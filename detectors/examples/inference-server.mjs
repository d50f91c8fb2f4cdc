/**
 * Pictures go to an inference server over HTTP, in the Open Inference Protocol that KServe, Triton, OpenVINO Model Server and
 * others speak: `POST /v2/models/NAME/infer`.
 *
 * The pixels travel as bytes behind the JSON (the protocol's binary tensor extension), which is a quarter of the same numbers as
 * text. The signal ends the request while there is still time. The model answers `boxes`, N x 4 in pixels of its input, and `scores`, N.
 */

const SIZE = { width: 320, height: 192 };
const MAX_DETECTIONS = 300;

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'inference-server',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: a model on an inference server, asked over HTTP.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      url: {
        type: 'string',
        default: 'http://127.0.0.1:8000',
        pattern: '^https?://',
        description: 'Address of the server.',
      },
      model: { type: 'string', default: 'people', description: 'Name of the model there.' },
      score_threshold: {
        type: 'number',
        default: 0.4,
        minimum: 0,
        maximum: 1,
        description: 'Least score of a person, 0..1.',
      },
    },
  },
  labels: ['person'],
  maxDetections: MAX_DETECTIONS,
  stateBytes: 0,
  isWeak: true,
  // Requests under way at once. The server batches them, if it is set up to.
  create: async (options) => {
    const infer = new URL(`/v2/models/${encodeURIComponent(options.model)}/infer`, options.url);
    return {
      input: {
        ...SIZE,
        colour: 'rgb',
        values: 'uint8-hwc',
        fit: 'letterbox',
        align: 'top-left',
        pad: 114,
      },
      detect: async ({ pixels }, { signal }) => {
        const outputs = await ask(infer, Buffer.from(pixels), signal);
        return { detections: peopleIn(outputs, options.score_threshold) };
      },
      close: () => undefined,
    };
  },
};

/**
 * The output tensors by name, their values row after row.
 *
 * @param {URL} infer
 * @param {Buffer} pixels
 * @param {AbortSignal} signal
 * @returns {Promise<Map<string, number[]>>}
 */
async function ask(infer, pixels, signal) {
  const input = {
    name: 'images',
    datatype: 'UINT8',
    shape: [1, SIZE.height, SIZE.width, 3],
    parameters: { binary_data_size: pixels.length },
  };
  const outputs = [{ name: 'boxes' }, { name: 'scores' }];
  const head = Buffer.from(JSON.stringify({ inputs: [input], outputs }));
  const response = await fetch(infer, {
    method: 'POST',
    headers: {
      'content-type': 'application/octet-stream',
      'inference-header-content-length': String(head.length),
    },
    body: Buffer.concat([head, pixels]),
    signal,
  });
  // The address may hold a credential, so it is in no message.
  if (!response.ok) throw new Error(`expected boxes from the server, got ${response.status}`);
  /** @type {any} */
  const answer = await response.json();
  return new Map(answer.outputs.map((/** @type {any} */ { name, data }) => [name, data]));
}

/** @type {(outputs: Map<string, number[]>, leastScore: number) => import('turnout-detector').Detection[]} */
function peopleIn(outputs, leastScore) {
  const [boxes, scores] = [outputs.get('boxes'), outputs.get('scores')];
  if (boxes === undefined || scores === undefined) throw new TypeError('expected boxes and scores');
  return scores.slice(0, MAX_DETECTIONS).flatMap((score, at) => {
    const [x1 = NaN, y1 = NaN, x2 = NaN, y2 = NaN] = boxes.slice(at * 4, at * 4 + 4);
    return score < leastScore ? [] : [{ box: [x1, y1, x2, y2], score, label: 0 }];
  });
}
