import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { MultipartParser } from '../../../../engine/cameras/http/multipart.ts';

const LIMIT = 1_000_000;
const bytes = (text: string) => Buffer.from(text, 'latin1');

/** All bodies of a stream given in pieces that end at `cuts`. */
function bodiesOf(boundary: string | null, stream: Buffer, cuts: readonly number[] = []): string[] {
  const parser = new MultipartParser(boundary, LIMIT);
  const ends = [...cuts.map((cut) => cut % (stream.length + 1)), stream.length].toSorted(
    (a, b) => a - b,
  );
  let from = 0;
  return ends.flatMap((end) => {
    const bodies = parser.push(stream.subarray(from, end));
    from = end;
    return bodies.map((body) => Buffer.from(body).toString('latin1'));
  });
}

describe('parts of a multipart stream', () => {
  const ONE_AND_TWO = ['one', 'two'];
  it.each([
    [
      'with lengths',
      'b',
      '--b\r\nContent-Length: 3\r\n\r\none\r\n--b\r\ncontent-length: 3\r\n\r\ntwo\r\n',
    ],
    ['without lengths', 'b', '--b\r\nA: 1\r\n\r\none\r\n--b\r\nA: 1\r\n\r\ntwo\r\n--b\r\n'],
    ['without any head', 'b', '--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b--\r\n'],
    ['with bare line feeds', 'b', '--b\nA: 1\n\none\n--b\nA: 1\n\ntwo\n--b\n'],
    ['after a line break', 'b', '\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b\r\n'],
    ['after words for old clients', 'b', 'hello\r\n--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b\r\n'],
    [
      'whose boundary is declared with its dashes',
      '--b',
      '--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b\r\n',
    ],
    [
      'whose boundary has dashes of its own',
      '--b',
      '----b\r\n\r\none\r\n----b\r\n\r\ntwo\r\n----b\r\n',
    ],
    ['whose boundary is not declared', null, '--b\r\n\r\none\r\n--b\r\n\r\ntwo\r\n--b\r\n'],
    [
      'with a length that is too short',
      'b',
      '--b\r\nContent-Length: 3\r\n\r\none!\r\n--b\r\n\r\ntwo\r\n--b\r\n',
    ],
    [
      'with an empty one between',
      'b',
      '--b\r\n\r\none\r\n--b\r\n\r\n\r\n--b\r\n\r\ntwo\r\n--b\r\n',
    ],
  ])('are found %s', (_, boundary, stream) => {
    expect(bodiesOf(boundary, bytes(stream))).toEqual(ONE_AND_TWO);
  });

  it('are the same however the network cuts the stream', () => {
    const part = fc.record({
      body: fc.uint8Array({ minLength: 1, maxLength: 300 }).map((body) => Buffer.from(body)),
      hasLength: fc.boolean(),
    });
    const cuts = fc.array(fc.nat());
    fc.assert(
      fc.property(fc.array(part, { minLength: 1 }), cuts, (parts, where) => {
        // A JPEG file ends in FF D9: what stands at the end of a part is never a line break or a dash of its own.
        const bodies = parts.map(({ body }) =>
          Buffer.concat([bytes('\u00ff\u00d8'), body, bytes('\u00ff\u00d9')]),
        );
        const stream = Buffer.concat([
          ...parts.flatMap(({ hasLength }, index) => {
            const body = bodies[index] ?? Buffer.alloc(0);
            const length = hasLength ? `Content-Length: ${body.length}\r\n` : '';
            return [bytes(`--a long boundary\r\n${length}\r\n`), body, bytes('\r\n')];
          }),
          bytes('--a long boundary\r\n'),
        ]);
        expect(bodiesOf('a long boundary', stream, where)).toEqual(
          bodies.map((body) => body.toString('latin1')),
        );
      }),
    );
  });

  it('fill buffers of their own', () => {
    const [body] = new MultipartParser('b', LIMIT).push(bytes('--b\r\n\r\none\r\n--b'));
    expect(body?.buffer.byteLength).toBe(3);
  });

  it('come out of any noise without a throw', () => {
    const noise = fc.array(
      fc.oneof(
        fc.uint8Array(),
        fc.constantFrom('--b', '\r\n', '\r\n\r\n', 'Content-Length: 9').map(bytes),
      ),
    );
    fc.assert(
      fc.property(fc.constantFrom('b', '', null), noise, (boundary, chunks) => {
        const parser = new MultipartParser(boundary, LIMIT);
        expect(() => chunks.map((chunk) => parser.push(chunk))).not.toThrow();
      }),
    );
  });

  it.each([
    ['declared', '--b\r\nContent-Length: 1000001\r\n\r\n', '-'],
    ['found', '--b\r\n\r\n', '-'.repeat(1_000_001)],
  ])('above the limit are refused as soon as that is %s', (_, head, rest) => {
    const parser = new MultipartParser('b', LIMIT);
    const push = () => {
      parser.push(bytes(head));
      parser.push(bytes(rest));
    };
    expect(push).toThrow(expect.objectContaining({ code: 'frame_too_large' }));
  });

  it('are looked for without keeping what stands before them', () => {
    const parser = new MultipartParser('b', LIMIT);
    for (let sent = 0; sent < 3 * LIMIT; sent += 100_000) {
      expect(parser.push(Buffer.alloc(100_000, 'x'))).toEqual([]);
    }
    expect(parser.push(bytes('--b\r\n\r\none\r\n--b')).map(String)).toHaveLength(1);
  });
});
