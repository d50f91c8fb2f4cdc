/** What the test plugins have in common: a tiny grey input and everything a definition must state. */

import { Type } from 'typebox';
import { CONTRACT_VERSION, type Detector, type InputSpec } from '../../../detectors/detector.ts';

export const TINY_INPUT: InputSpec = {
  width: 32,
  height: 32,
  colour: 'grey',
  values: 'uint8-hwc',
  fit: 'stretch',
  align: 'top-left',
  pad: 0,
};

/** A detector that has nothing to close. */
export const looking = (detect: Detector['detect'], input = TINY_INPUT): Detector => {
  return { input, detect, close: () => undefined };
};

export const PLUGIN_BASE = {
  version: '1.0.0',
  contract: CONTRACT_VERSION,
  summary: 'A plugin for tests.',
  licence: 'MIT',
  options: Type.Object({}),
  labels: ['person'],
  maxDetections: 300,
  stateBytes: 0,
  isWeak: true,
};
