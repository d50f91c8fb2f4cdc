/** What stands in a hole of a page stays a text, whatever it is. */

import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { html } from '../../../api/pages/html.ts';

/** What a browser reads: the text between the tags. */
const readAs = (markup: string) =>
  markup
    .replaceAll('&lt;', '<')
    .replaceAll('&gt;', '>')
    .replaceAll('&quot;', '"')
    .replaceAll('&#39;', "'")
    .replaceAll('&#96;', '`')
    .replaceAll('&amp;', '&');

describe('a hole', () => {
  it('opens no tag and ends no attribute, and is read as it was given', () => {
    const printable = fc.string({ unit: 'grapheme' });
    const hostile = fc.constantFrom('"', "'", '<', '>', '`', '</p>', '<script>', '&lt;', '&', '=');
    const text = fc.array(fc.oneof(printable, hostile)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, (given) => {
        const shown = html`<p title="${given}">${given}</p>`.text;
        const [, attribute = '', content = ''] =
          /^<p title="([^"]*)">([^<]*)<\/p>$/.exec(shown) ?? [];
        expect(readAs(attribute)).toBe(given);
        expect(content).toBe(attribute);
      }),
    );
  });

  it.each([
    [null, ''],
    [undefined, ''],
    [0, '0'],
    [[1, null, 'a<b'], '1a&lt;b'],
    [html`<b>${'&'}</b>`, '<b>&amp;</b>'],
    [[html`<i>a</i>`, [html`<i>b</i>`]], '<i>a</i><i>b</i>'],
  ])('of %j is %s', (hole, expected) => {
    expect(html`${hole}`.text).toBe(expected);
  });

  it('shows what nobody could see: controls, and marks that turn the line', () => {
    expect(html`${'a\0b\u001bc\u202egnp.exe\u2066\u200f'}`.text).toBe('a�b�c�gnp.exe��');
    expect(html`${'two\nlines\tand a tab'}`.text).toBe('two\nlines\tand a tab');
  });

  it('that would be an attribute without quotes is refused', () => {
    expect(() => html`<p title=${'x'}>`).toThrow('quotes');
    expect(html`${'a='}${'b'}`.text).toBe('a=b');
  });

  it('of markup that was not made here is none', () => {
    const forged = { text: '<script>' } as unknown as string;
    expect(() => html`${forged}`).toThrow(TypeError);
  });
});
