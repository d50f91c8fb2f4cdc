import { expect, it } from 'vitest';
import { withoutLogin } from '../../../web/parts/forms.tsx';

it.each([
  ['rtsp://h/a', 'rtsp://h/a'],
  ['rtsp://admin:geh@im@h/x', 'rtsp://h/x'],
  ['rtsp://admin:p@ss:w/1#x@h/x', 'rtsp://h/x'],
  ['http://h/s.jpg?user=admin&password=geheim', 'http://h/s.jpg?user=admin&password='],
])('the form shows %s as %s', (typed, shown) => expect(withoutLogin(typed)).toBe(shown));
