import { expect, it } from 'vitest';
import { foldName } from '../../../gym/sessions/fold-name.ts';

it.each([
  ['  José  GARCÍA ', 'jose garcia'],
  ['Große Halle', 'GROSSE HALLE'],
  ['Łukasz Bjørn', 'lukasz bjorn'],
  ['İpek', 'ipek'],
  ['ＨＩＩＴ\u00a045', 'hiit 45'],
])('%j and %j are one name', (one, other) => {
  expect(foldName(one)).toBe(foldName(other));
});

it.each([
  ['HIIT 45', 'HIIT 45+'],
  ['Анна', 'Анни'],
  ['Anna', 'Ann a'],
])('%j and %j are two', (one, other) => {
  expect(foldName(one)).not.toBe(foldName(other));
});
