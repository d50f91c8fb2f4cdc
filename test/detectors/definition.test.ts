import Type from 'typebox';
import { expect, it } from 'vitest';
import { checkDefinition } from '../../detectors/definition.ts';
import { anError } from '../support/an-error.ts';
import { PLUGIN_BASE } from '../support/plugins/plugin-base.ts';

const GOOD = { ...PLUGIN_BASE, name: 'test-1', create: () => undefined };

it.each<[string, unknown]>([
  ['name', 'Test'],
  ['name', 'a'.repeat(41)],
  ['name', '-a'],
  ['version', '1.0'],
  ['contract', 3],
  ['summary', ' '],
  ['licence', 7],
  ['options', { type: 'string' }],
  ['options', { type: 'object' }],
  ['labels', ['human']],
  ['labels', ['person', 'person']],
  ['maxDetections', 10_001],
  ['stateBytes', 16 * 1024 * 1024 + 1],
  ['isWeak', 'no'],
  ['create', undefined],
  ['keypoints', ['nose', 'nose']],
  // A field that no one knows.
  ['maxBatches', 4],
])('a definition is refused for its %s: %s', (field, value) => {
  expect(() => checkDefinition({ ...GOOD, [field]: value }, 'plugin x')).toThrow(
    anError('detector_invalid', `plugin x: ${field}: expected `),
  );
});

it.each([undefined, null, 'yolox', 5])('a definition is refused when it is none: %s', (value) => {
  expect(() => checkDefinition(value, 'plugin x')).toThrow(/expected what defineDetector gives/);
});

it('a definition is told all its faults at once', async () => {
  const value = { ...GOOD, name: 'X', contract: 9, labels: [], create: null };
  const faults = ['name', 'contract', 'labels', 'create'].map((field) => ({ field }));
  const checking = expect(async () => checkDefinition(value, 'x'));
  await checking.rejects.toMatchObject({ parts: { data: { faults } } });
});

it.each([
  ['an option without default', Type.Number(), 'a default'],
  ['one of 5', Type.Number({ default: 5, maximum: 1 }), 'a default its own schema allows'],
])('a definition is refused for %s', (_, speed, expected) => {
  const definition = { ...GOOD, options: Type.Object({ speed }) };
  expect(() => checkDefinition(definition, 'x')).toThrow(`options.speed: expected ${expected}`);
});
