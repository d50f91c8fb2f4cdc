import fc from 'fast-check';
import { expect, it } from 'vitest';
import { bytesField, fieldsOf, textOf, varintsOf } from '../../../../detectors/onnx/wire.ts';

it('fields of any bytes are found, or a RangeError says that there are none', () => {
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

it('fields know packed numbers, -1 and text', () => {
  const packed = bytesField(1, [Uint8Array.of(3, 172, 2), Uint8Array.of(1)]);
  expect(varintsOf(packed, 1)).toEqual([3, 300, 1]);
  const minusOne = Uint8Array.of(8, 255, 255, 255, 255, 255, 255, 255, 255, 255, 1);
  expect(varintsOf(minusOne, 1)).toEqual([-1]);
  expect(textOf(bytesField(4, [Buffer.from('Reshape')]), 4)).toBe('Reshape');
  expect(textOf(new Uint8Array(), 4)).toBe('');
});
