import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  bytesField,
  contentsOf,
  fieldsOf,
  textOf,
  varintField,
  varintsOf,
} from '../../../../detectors/onnx/wire.ts';

describe('fields', () => {
  it('are read as they were written, numbers and bytes, in their order', () => {
    const number = fc.integer({ min: 1, max: 500 });
    const written = fc.array(
      fc.tuple(number, fc.oneof(fc.nat(), fc.uint8Array({ maxLength: 300 }))),
    );
    fc.assert(
      fc.property(written, (fields) => {
        const message = Buffer.concat(
          fields.map(([field, value]) =>
            typeof value === 'number' ? varintField(field, value) : bytesField(field, [value]),
          ),
        );
        const read = fieldsOf(message);
        expect(read.map((field) => field.number)).toEqual(fields.map(([field]) => field));
        expect(Buffer.concat(read.map(({ whole }) => whole))).toEqual(message);
        for (const [at, [field, value]] of fields.entries()) {
          const one = read[at]?.whole ?? new Uint8Array();
          if (typeof value === 'number') expect(varintsOf(one, field)).toEqual([value]);
          else expect([...(contentsOf(one, field)[0] ?? [])]).toEqual([...value]);
        }
      }),
    );
  });

  it('of any bytes are found, or a RangeError says that there are none', () => {
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 200 }), (bytes) => {
        try {
          const whole = Buffer.concat(fieldsOf(bytes).map((field) => field.whole));
          expect([...whole]).toEqual([...bytes]);
        } catch (error) {
          expect(error).toBeInstanceOf(RangeError);
        }
      }),
    );
  });

  it('know packed numbers, -1 and text', () => {
    const packed = bytesField(1, [Uint8Array.of(3, 172, 2), Uint8Array.of(1)]);
    expect(varintsOf(packed, 1)).toEqual([3, 300, 1]);
    const minusOne = Uint8Array.of(8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1);
    expect(varintsOf(minusOne, 1)).toEqual([-1]);
    expect(textOf(bytesField(4, [Buffer.from('Reshape')]), 4)).toBe('Reshape');
    expect(textOf(new Uint8Array(), 4)).toBe('');
  });
});
