import fc from 'fast-check';
import { expect, it } from 'vitest';
import { addHeader, ReceivedHeaders } from '../../../api/http/headers.ts';

const NAMES = ['host', 'accept', 'cookie', 'x-api-key', 'authorization', 'origin', 'te', 'dnt'];

it('are read like the map of them, few or many, however often a name comes', () => {
  const header = fc.tuple(fc.constantFrom(...NAMES, 'a', 'b', 'c'), fc.string());
  fc.assert(
    fc.property(fc.array(header, { maxLength: 24 }), (headers) => {
      const map = new Map<string, string>();
      const received = new ReceivedHeaders();
      for (const [name, value] of headers) {
        addHeader(map, name, value);
        received.add(name, value);
      }
      for (const name of [...NAMES, 'a', 'missing']) {
        expect(received.get(name)).toBe(map.get(name));
        expect(received.has(name)).toBe(map.has(name));
      }
      expect([...received]).toEqual([...map]);
      expect([...received.keys()]).toEqual([...map.keys()]);
      expect([...received.values()]).toEqual([...map.values()]);
      expect([...received.entries()]).toEqual([...map.entries()]);
      expect(received.size).toBe(map.size);
      const told: [string, string][] = [];
      received.forEach((value, name) => void told.push([name, value]));
      expect(told).toEqual([...map]);
      expect(received.lines).toBe(headers.length);
      expect(received.characters).toBe(headers.flat().join('').length);
    }),
  );
});
