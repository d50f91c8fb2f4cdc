/** Server-sent events are the same wherever the bytes are cut. */

import fc from 'fast-check';
import { expect, it } from 'vitest';
import { EventParser, type ServerEvent } from '../../../clients/js/src/server-events.ts';

const bytesOf = (text: string) => new TextEncoder().encode(text);

function eventsIn(...pieces: readonly Uint8Array[]): readonly ServerEvent[] {
  const parser = new EventParser();
  return pieces.flatMap((piece) => [...parser.push(piece)]);
}

it.each([
  ['has a name and data', 'event: start\ndata: {}\n\n', [{ event: 'start', data: '{}' }]],
  ['has the name message without one', 'data: a\n\n', [{ event: 'message', data: 'a' }]],
  ['loses one space, not two', 'data:  a\n\ndata:a\n\n', [' a', 'a']],
  ['may have lines', 'data: a\ndata: b\ndata\n\n', ['a\nb\n']],
  ['may end with CR LF or CR', 'data: a\r\n\r\ndata: b\r\rdata: c\n\n', ['a', 'b', 'c']],
  ['has colons in its data', 'data: {"a":1}\n\n', ['{"a":1}']],
  ['is none without data', 'event: start\n\n: a comment\n\nid: 7\nretry: 1\n\n', []],
  ['is none before it ends', 'data: a\n', []],
  ['may follow a byte order mark', '\ufeffdata: a\n\n', ['a']],
])('an event %s', (_, text, expected) => {
  const events = eventsIn(bytesOf(text));
  expect(
    events.map((event, at) => (typeof expected[at] === 'string' ? event.data : event)),
  ).toEqual(expected);
});

it('an event is the same wherever its bytes are cut', () => {
  const text =
    'event: start\r\ndata: “Zoë”\rdata: 🏋️\n\nevent: result\r\n\r\ndata: b\r\r: c\n\ndata: d\n\n';
  const bytes = bytesOf(text);
  const whole = eventsIn(bytes);
  expect(whole).toHaveLength(3);
  fc.assert(
    fc.property(fc.array(fc.nat(bytes.length)), (places) => {
      const cuts = [0, ...places.sort((one, other) => one - other), bytes.length];
      const pieces = cuts.slice(1).map((cut, at) => bytes.subarray(cuts[at], cut));
      expect(eventsIn(...pieces)).toEqual(whole);
    }),
  );
});
