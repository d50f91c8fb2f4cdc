/** Sees no one, by contract 2: what a sample costs whatever the detector does. */

/** @type {import('turnout/detector').DetectorDefinition} */
export const detector = {
  name: 'no-op-2',
  version: '1.0.0',
  contract: 2,
  summary: 'Sees no one.',
  licence: 'MIT',
  options: { type: 'object', properties: {} },
  labels: ['person'],
  maxDetections: 1,
  stateBytes: 0,
  isWeak: true,
  create: async () => ({
    input: {
      width: 32,
      height: 32,
      colour: 'grey',
      values: 'uint8-hwc',
      fit: 'stretch',
      align: 'top-left',
      pad: 0,
    },
    detect: () => ({ detections: [] }),
    close: () => undefined,
  }),
};
