import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { interpolate } from '../../config/variables.ts';

const ENV = { NAME: 'hall', EMPTY: '', NESTED: `\${NAME}` };

describe('a text with variables', () => {
  it.each([
    [`a \${NAME} b`, 'a hall b'],
    [`\${NAME}\${NAME}`, 'hallhall'],
    [`\${GONE:-spare}`, 'spare'],
    [`\${EMPTY:-spare}`, 'spare'],
    [`\${NAME:-spare}`, 'hall'],
    [`\${GONE:-}`, ''],
    [`\${NESTED}`, `\${NAME}`],
    ['$$', '$'],
    [`$$\{NAME}`, `\${NAME}`],
    [`$$\${NAME}`, '$hall'],
    ['pa$word', 'pa$word'],
    ['$NAME', '$NAME'],
    ['ends with $', 'ends with $'],
  ])('%s becomes %s', (text, filled) => {
    expect(interpolate(text, ENV)).toMatchObject({ text: filled, faults: [] });
  });

  it('names every variable that is not set, and no value', () => {
    const { faults, unset } = interpolate(`\${ONE}\${NAME}\${TWO}\${ONE}`, ENV);
    expect(unset).toEqual(['ONE', 'TWO']);
    expect(faults.map(({ expected }) => expected)).toEqual([
      'the environment variable ONE to be set',
      'the environment variable TWO to be set',
    ]);
    expect(JSON.stringify(faults)).not.toContain('hall');
  });

  it.each([`\${`, `\${NAME`, `\${}`, `\${9}`, `\${a b}`, `\${NAME-x}`, `\${NAME:x}`])(
    '%s is a fault that says how to write it',
    (text) => {
      const { faults } = interpolate(text, ENV);
      expect(faults).toHaveLength(1);
      expect(faults[0]?.hint).toBe('write $$ for a dollar sign');
    },
  );

  it('takes an empty variable for one that is not set', () => {
    expect(interpolate(`\${EMPTY}`, ENV)).toMatchObject({
      unset: ['EMPTY'],
      faults: [{ got: 'an empty text' }],
    });
  });

  it('stays as it is when every dollar sign is doubled first', () => {
    const given = fc.string();
    fc.assert(
      fc.property(given, (text) => interpolate(text.replaceAll('$', '$$$$'), ENV).text === text),
    );
  });

  it('has no variables that every object has', () => {
    expect(interpolate(`\${constructor}`, {}).faults).toHaveLength(1);
  });
});
