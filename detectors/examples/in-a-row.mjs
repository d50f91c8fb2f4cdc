/**
 * Two detectors in a row: the first finds people in the picture, the second looks at each of them closer.
 *
 * The frame of this detector is larger than what the first one looks at, so that the second sees more of each person. It
 * drops what the second does not see again, and takes over its score and its posture. With `person` twice, the default, that
 * is a second opinion; with a detector of postures it is a model of bodies behind a model of boxes.
 */

/** How much of the surroundings a part shows: a tenth of the box on each side. */
const MARGIN = 0.1;
const MAX_PEOPLE = 100;

/** @type {import('turnout-detector').DetectorDefinition} */
export const detector = {
  name: 'in-a-row',
  version: '1.0.0',
  contract: 2,
  summary: 'An example: people found by one detector, each looked at again by another.',
  licence: 'MIT',
  options: {
    type: 'object',
    properties: {
      finder: {
        type: 'string',
        default: 'person',
        description: 'The detector that looks at the whole picture: a name, a package or a path.',
      },
      finder_options: { type: 'object', default: {}, description: 'Its options.' },
      closer: {
        type: 'string',
        default: 'person',
        description: 'The detector that looks at each person.',
      },
      closer_options: { type: 'object', default: {}, description: 'Its options.' },
    },
  },
  labels: ['person'],
  maxDetections: MAX_PEOPLE,
  stateBytes: 0,
  isWeak: true,
  create: async (options, env) => {
    // Both are closed by the engine, with this detector.
    const finder = await env.detector(options.finder, options.finder_options);
    const closer = await env.detector(options.closer, options.closer_options);
    const isPerson = labelTest(finder);
    const isPersonCloser = labelTest(closer);
    return {
      input: {
        width: 640,
        height: 384,
        // What can be cut: bytes in rgb or grey.
        colour: 'rgb',
        values: 'uint8-hwc',
        fit: 'letterbox',
        align: 'centre',
        pad: 0,
      },
      detect: async (frame, look) => {
        const { x, y, width, height } = frame.content;
        const whole = await finder.detect(frame, [x, y, x + width, y + height], look);
        const people = whole.detections.filter(isPerson).slice(0, MAX_PEOPLE);
        /** @type {import('turnout-detector').Detection[]} */
        const detections = [];
        for (const { box } of people) {
          const part = await closer.detect(frame, wider(box), look);
          const [surest] = part.detections
            .filter(isPersonCloser)
            .toSorted((a, b) => b.score - a.score);
          if (surest === undefined) continue;
          const { score, posture } = surest;
          detections.push({ box, score, label: 0, ...(posture !== undefined && { posture }) });
        }
        return { detections };
      },
      close: () => undefined,
    };
  },
};

/** Whether a detection of an inner detector is one of a person. */
function labelTest(/** @type {import('turnout-detector').InnerDetector} */ { labels }) {
  return (/** @type {import('turnout-detector').Detection} */ { label }) =>
    labels[label] === 'person';
}

/** @type {(box: import('turnout-detector').Detection['box']) => [number, number, number, number]} */
function wider([x1, y1, x2, y2]) {
  const [x, y] = [(x2 - x1) * MARGIN, (y2 - y1) * MARGIN];
  return [x1 - x, y1 - y, x2 + x, y2 + y];
}
