/** The head of a new configuration file: its line for editors leads to the schema, wherever the file is. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { newFileText } from '../../../config/edit/new-file.ts';

const COMPLETION = /^# yaml-language-server: \$schema=(\S+)\n# Configuration of Turnout\./;

const schemaOf = (path: string, schema: string) =>
  COMPLETION.exec(newFileText(path, schema))?.[1] ?? null;

describe('the line for editors', () => {
  it('leads from a far folder to the schema of this installation', () => {
    const address = COMPLETION.exec(newFileText('/somewhere/else/turnout.yaml'))?.[1] ?? '';
    expect(address).toMatch(/^file:\/\/\//);
    const schema = JSON.parse(readFileSync(fileURLToPath(address), 'utf8')) as object;
    expect(schema).toHaveProperty('properties.gyms');
  });

  it('is relative where the schema lies below, as in a gym folder with its own installation', () => {
    expect(schemaOf('/gym/turnout.yaml', '/gym/node_modules/turnout/schema.json')).toBe(
      './node_modules/turnout/schema.json',
    );
  });

  it.each([
    ['/gym/turnout.yaml', '/opt/my programs/schema.json', 'file:///opt/my%20programs/schema.json'],
    ['/gym/turnout.yaml', '/gym/my programs/schema.json', 'file:///gym/my%20programs/schema.json'],
  ])('holds no space, at which editors would end it: %s, %s', (path, schema, address) => {
    expect(schemaOf(path, schema)).toBe(address);
  });

  it('is left out where there is no schema to lead to', () => {
    expect(newFileText('/gym/turnout.yaml', null)).toMatch(/^# Configuration of Turnout\./);
  });
});
