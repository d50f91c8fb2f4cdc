/** What the pages say exists: commands and their options, npm scripts, files, links. So do the commands in hints. */

import { existsSync } from 'node:fs';
import { posix } from 'node:path';
import type { Command } from 'commander';
import { describe, expect, it } from 'vitest';
import { COMMANDS, createProgram } from '../../cli/program.ts';
import { world } from '../cli/world.ts';
import { headingsOf } from '../support/headings.ts';
import { projectFiles, sourceFiles, textOf } from '../support/tree.ts';

const files = projectFiles();
const pages = files.filter((path) => path.endsWith('.md'));
const scripts: Readonly<Record<string, string>> = JSON.parse(textOf('package.json')).scripts;
const program = createProgram(world([]).context, COMMANDS);

/** Command lines of shell blocks and of `inline code`, without the comment behind them. */
function commandLines(text: string): string[] {
  const blocks = [...text.matchAll(/```sh\n(.*?)```/gs)].flatMap(([, block = '']) =>
    block.split('\n'),
  );
  const inline = [...text.replace(/```.*?```/gs, '').matchAll(/`([^`\n]+)`/g)].map(
    ([, code = '']) => code,
  );
  return [...blocks, ...inline].flatMap((line) => line.replace(/\s+#.*$/, '').split(/\s*&&\s*/));
}

/** The words after `turnout`, quotes taken off; null for another command. `…` and `|` are for people. */
function turnoutWords(line: string): string[] | null {
  const [, rest] = /^(?:[A-Z_]+=\S+ )*(?:npx )?turnout (.+)$/.exec(line) ?? [];
  return rest?.split(/\s+/).map((word) => word.replace(/^['"]|['"]$/g, '')) ?? null;
}

/** What is wrong with the words, as far as names go: an unknown command or option, a missing argument. */
function faultOf(words: readonly string[]): string | null {
  let command: Command = program;
  let at = 0;
  for (; at < words.length; at += 1) {
    const child = command.commands.find((each) => each.name() === words[at]);
    if (child === undefined) break;
    command = child;
  }
  if (command === program) return words[0] === '…' ? null : `no command ${words[0]}`;
  const known = command.options.flatMap(({ long, short }) => [long, short]);
  const unknown = words.slice(at).filter((word) => /^-./.test(word) && !known.includes(word));
  if (unknown.length > 0) return `no option ${unknown.join(', ')}`;
  const isGroup = command.commands.length > 0 && command.registeredArguments.length === 0;
  const next = words[at];
  return isGroup && next !== undefined && !next.startsWith('-') ? `no command ${next}` : null;
}

it.each([
  ['camera add hall scene:studio --room studio', null],
  ['camera forget hall', 'no command forget'],
  ['analyze class.mp4 --each 5s', 'no option --each'],
  ['forecast', 'no command forecast'],
])('"turnout %s" is judged: %s', (line, fault) => {
  expect(faultOf(line.split(' '))).toBe(fault);
});

describe.each(pages)('%s', (page) => {
  const text = textOf(page);

  it('names commands and options that exist', () => {
    const faults = commandLines(text).flatMap((line) => {
      const fault = faultOf(turnoutWords(line) ?? ['…']);
      return fault === null ? [] : [`${line}: ${fault}`];
    });
    expect(faults).toEqual([]);
  });

  it('names npm scripts that exist', () => {
    const named = [...text.matchAll(/\bnpm (?:run ([\w:]+)|(test|start)\b)/g)];
    expect(
      named.map(([, run, short]) => run ?? short ?? '').filter((name) => !(name in scripts)),
    ).toEqual([]);
  });

  it('links to files and headings that exist', () => {
    const links = [...text.matchAll(/\]\(([^)\s]+)\)/g)].map(([, target = '']) => target);
    expect(links.filter((target) => !isAlive(page, target))).toEqual([]);
  });

  it('names files that exist', () => {
    const named = [...text.matchAll(/`([\w.-]+(?:\/[\w.-]+)*\/?)`/g)].map(([, path = '']) => path);
    const dead = named.filter((path) => isOurs(path) && !isThere(page, path));
    expect(dead).toEqual([]);
  });
});

it('hints and examples in the source name commands that exist', () => {
  // In a lexicon the word is what people say for who came.
  const sources = sourceFiles();
  const strings = sources.flatMap((path) =>
    [
      ...textOf(path).matchAll(
        /turnout ((?:camera|schedule|class|model|detectors|analyze|serve|status|doctor)[^'"`\\\n,;)]*)/g,
      ),
    ].map(([, words = '']) => ({ path, words })),
  );
  expect(strings.length).toBeGreaterThan(10);
  const faults = strings.flatMap(({ path, words }) => {
    const fault = faultOf(words.trim().split(/\s+/));
    return fault === null ? [] : [`${path}: turnout ${words}: ${fault}`];
  });
  expect(faults).toEqual([]);
});

/** A path below one of our folders, or a bare file name with an extension that we have. */
function isOurs(path: string): boolean {
  return /^(?:api|ask|bench|bin|cli|config|detectors|docs|engine|gym|runtime|scripts|service|store|test)\/|^[\w.-]+\.(?:md|ts)$/.test(
    path,
  );
}

/** From the root, from the page, or, for a bare name, anywhere. */
function isThere(page: string, path: string): boolean {
  return (
    existsSync(path) ||
    existsSync(posix.join(posix.dirname(page), path)) ||
    files.some((file) => posix.basename(file) === path)
  );
}

function isAlive(page: string, target: string): boolean {
  if (/^https?:/.test(target)) return true;
  const [path = '', anchor] = target.split('#');
  const file = path === '' ? page : posix.join(posix.dirname(page), path);
  if (!existsSync(file)) return false;
  return anchor === undefined || headingsOf(textOf(file)).includes(anchor);
}
