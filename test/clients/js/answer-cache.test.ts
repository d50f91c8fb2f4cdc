/** Answers are forgotten in the order in which they were used. */

import { expect, it } from 'vitest';
import { AnswerCache } from '../../../clients/js/src/answer-cache.ts';

const answer = (text: string) => ({ etag: `"${text}"`, text });

it('the least recently used is forgotten first', () => {
  const cache = new AnswerCache(2);
  cache.keep('/a', answer('a'));
  cache.keep('/b', answer('b'));
  cache.get('/a');
  cache.keep('/c', answer('c'));
  expect(['/a', '/b', '/c'].map((url) => cache.get(url)?.text)).toEqual(['a', undefined, 'c']);
  cache.keep('/a', answer('new'));
  expect(cache.get('/a')).toEqual(answer('new'));
  expect(cache.get('/c')).not.toBeNull();
});

it('of size 0 keeps nothing', () => {
  const cache = new AnswerCache(0);
  cache.keep('/a', answer('a'));
  expect(cache.get('/a')).toBeNull();
});
