/** Screens that show a code until an owner types it somewhere else. */

import { describe, expect, it } from 'vitest';
import { Credentials } from '../../../../store/access/credentials.ts';
import { Pairings } from '../../../../store/access/waiting.ts';
import { FakeClock } from '../../../support/fake-clock.ts';
import { memoryCredentials } from '../../../support/memory-credentials.ts';

const open = (clock: FakeClock) => new Pairings(new Credentials(memoryCredentials(), clock), clock);

describe('a screen', () => {
  const agreed = { gymId: 'north', label: 'Entrance', by: 'key_1' };

  it('comes in once an owner has typed its code, and once only', () => {
    const pairings = open(new FakeClock());
    const { secret, code } = pairings.begin();
    expect(code).toMatch(/^[B-DF-HJ-NP-TV-XZ]{4}-[B-DF-HJ-NP-TV-XZ]{4}$/);
    expect(pairings.look(secret)).toEqual({ kind: 'waiting', code, leftS: 900 });
    expect(pairings.claim(secret)).toBeNull();
    expect(pairings.agree('AAAA-AAAA', agreed)).toBe(false);
    expect(pairings.agree(` ${code.toLowerCase().replace('-', '')} `, agreed)).toBe(true);
    expect(pairings.agree(code, { ...agreed, gymId: 'rival' })).toBe(false);
    expect(pairings.claim('another secret')).toBeNull();
    expect(pairings.claim(secret)).toEqual(agreed);
    expect([pairings.claim(secret), pairings.look(secret)]).toEqual([null, { kind: 'unknown' }]);
  });

  it('is forgotten when two hundred others come', () => {
    const pairings = open(new FakeClock());
    const { code } = pairings.begin();
    for (let at = 0; at < 200; at += 1) pairings.begin();
    expect(pairings.agree(code, agreed)).toBe(false);
  });
});
