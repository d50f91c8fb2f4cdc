import Type from 'typebox';
import { expect, it } from 'vitest';
import { defineDetector } from '../../detectors/detector.ts';
import { checkOptions } from '../../detectors/options.ts';
import { anError } from '../support/an-error.ts';
import { PLUGIN_BASE } from '../support/plugins/plugin-base.ts';

const definition = defineDetector({
  ...PLUGIN_BASE,
  name: 'test',
  options: Type.Object(
    {
      score_threshold: Type.Number({ default: 0.5, maximum: 1, description: 'Least score.' }),
      mode: Type.Union([Type.Literal('fast'), Type.Literal('good')], { default: 'fast' }),
      note: Type.Optional(Type.String()),
    },
    { additionalProperties: false },
  ),
  create: () => Promise.reject(new Error('not needed')),
});

it('options of a detector are its defaults where nothing is said, and nothing is changed in what was given', () => {
  const given = {};
  expect(checkOptions(definition)).toEqual({ score_threshold: 0.5, mode: 'fast' });
  expect(checkOptions(definition, given)).toEqual({ score_threshold: 0.5, mode: 'fast' });
  expect(given).toEqual({});
  const chosen = { mode: 'good', note: 'x' };
  expect(checkOptions(definition, chosen)).toEqual({ score_threshold: 0.5, ...chosen });
});

it('options of a detector are refused when unknown, with the nearest known name', () => {
  const words =
    'options of detector test: score_treshold: expected a known option, perhaps score_threshold, got an unknown one';
  const unknown = anError('detector_options_invalid', words);
  expect(() => checkOptions(definition, { score_treshold: 0.4 })).toThrow(unknown);
  const names = /one of score_threshold, mode, note/;
  expect(() => checkOptions(definition, { zebra: 1 })).toThrow(names);
});

it('options of a detector are told all at once when several are wrong', async () => {
  const options = { score_threshold: 7, mode: 'slow', node: 1 };
  const faults = [
    { field: 'node', got: 'an unknown one' },
    { field: 'score_threshold', expected: '<= 1 (Least score)', got: '7' },
    { field: 'mode', got: 'slow' },
  ];
  const checking = expect(async () => checkOptions(definition, options));
  await checking.rejects.toMatchObject({ parts: { data: { faults } } });
});

it.each([null, 5, 'x', []])('options of a detector are refused as no object: %s', (options) => {
  expect(() => checkOptions(definition, options)).toThrow(/expected an object of options/);
});
