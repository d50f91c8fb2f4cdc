import { describe, expect, it } from 'vitest';
import { createNameReader } from '../../../gym/sessions/person-name.ts';

const read = (name: string, ...others: string[]) => createNameReader([name, ...others])(name);

describe('a name with the last name first', () => {
  it.each([
    ['Mills, Joanna', 'Joanna Mills'],
    ['mills, joanna', 'joanna mills'],
    ['MILLS,JOANNA', 'JOANNA MILLS'],
    ['van der Berg, Anna-Lena', 'Anna-Lena van der Berg'],
    ['Garcia Lopez, Maria', 'Maria Garcia Lopez'],
    ['O’Neill, Sam J.', 'Sam J. O’Neill'],
    ['Smith, John, Jr.', 'John Smith, Jr.'],
    ['Smith Jr., John', 'John Smith Jr.'],
    ['Mills, Joanna; Lee, Sam', 'Joanna Mills; Sam Lee'],
    ['Mills, Joanna & Sam Lee', 'Joanna Mills & Sam Lee'],
    ['Петрова, Анна', 'Анна Петрова'],
  ])('%s is %s', (name, spoken) => {
    expect(read(name)).toBe(spoken);
  });

  it('is turned where two words on both sides are what the others of the file are', () => {
    expect(read('Garcia Lopez, Maria Jose', 'Mills, Joanna')).toBe('Maria Jose Garcia Lopez');
    expect(read('Garcia Lopez, Maria Jose', 'Maria Jose García López')).toBe(
      'Maria Jose Garcia Lopez',
    );
  });

  it('is turned where the first name alone is known too', () => {
    expect(read('Hofmann, Lena', 'Lena')).toBe('Lena Hofmann');
  });
});

describe('a comma that divides something else', () => {
  it.each([
    'Smith, Jr.',
    'Anna Lee, RYT 200',
    'Motion, Inc.',
    'Body Works, LLC',
    'Staff, Studio',
    'Lee, covering',
    'Lee, 2nd',
    'Joanna Mills, Sam Lee',
    'Anna, Ben, Carla',
    'Joanna Mills',
    ', Joanna',
    'Mills,',
    '',
  ])('%s stays as it is', (name) => {
    expect(read(name)).toBe(name);
  });

  it('is one between two people where they are known', () => {
    expect(read('Anna, Ben', 'Anna', 'Ben')).toBe('Anna, Ben');
    expect(read('Joanna Mills, Sam Lee', 'Petrova, Anna', 'Sam Lee')).toBe('Joanna Mills, Sam Lee');
  });
});
