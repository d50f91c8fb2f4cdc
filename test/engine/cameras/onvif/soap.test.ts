/** Answers of cameras as trees, and what is refused. */

import { expect, it } from 'vitest';
import {
  find,
  findAll,
  readXml,
  securityHeader,
  textOf,
} from '../../../../engine/cameras/onvif/soap.ts';

it('reads names without their prefixes, entities, and CDATA', () => {
  const root = readXml(
    '<?xml version="1.0"?><!-- a --><a:x b:k="1&amp;2"><y>3 &lt; 4</y><y><![CDATA[<5>]]></y></a:x>',
  );
  expect(root?.name).toBe('x');
  expect(root?.attributes['k']).toBe('1&2');
  expect(findAll(root, 'y').map(({ text }) => text)).toEqual(['3 < 4', '<5>']);
  expect(textOf(root, 'z')).toBeNull();
  expect(find(null, 'x')).toBeNull();
});

it.each(['', 'not xml', '<a><b></a>', '<a>', '<a', '</a>'])('%j is no tree', (xml) => {
  expect(readXml(xml)).toBeNull();
});

it('neither nests without end nor expands entities of its own', () => {
  expect(readXml('<a>'.repeat(100_000))).toBeNull();
  expect(readXml('<a/>'.repeat(60_000))).toBeNull();
  const bomb = '<!DOCTYPE a [<!ENTITY b "bbbb">]><a>&b;</a>';
  expect(readXml(bomb)?.text ?? '').not.toContain('bbbb');
});

const NONCE = Buffer.from('LKqI6G/AikKCQrN0zqZFlg==', 'base64');

it('holds no password, and the time without fractions', () => {
  const header = securityHeader({ user: 'a<b', password: 'hush' }, Date.UTC(2010, 8, 16), NONCE);
  expect(header).toContain('<Username>a&lt;b</Username>');
  expect(header).toContain('2010-09-16T00:00:00Z<');
  expect(header).not.toContain('hush');
});
