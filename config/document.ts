/** The YAML of the file as a tree whose every node knows its place, and what is wrong with its syntax. */

import {
  type Alias,
  type Document,
  type ErrorCode,
  isNode,
  LineCounter,
  type Node,
  parseDocument,
  visit,
} from 'yaml';
import { type ConfigFault, type FaultPath, type Finding, formatPath, sentence } from './fault.ts';

export type ConfigDocument = ReturnType<typeof parseYaml>;

/** Reads YAML 1.2. Never throws on bad text: even with faults of syntax, whatever could be read of it is there. */
export function parseYaml(text: string) {
  const lines = new LineCounter();
  // Duplicate keys are found by the reader, which can say where; pretty errors would quote lines with secrets.
  const yaml = parseDocument(text, {
    lineCounter: lines,
    prettyErrors: false,
    uniqueKeys: false,
    keepSourceTokens: true,
    stringKeys: true,
  });
  const anchors = anchorsOf(yaml);
  const fault = (offset: number, path: FaultPath, message: string): ConfigFault => {
    const { line, col } = lines.linePos(offset);
    // An empty text has no lines.
    const place = { line: Math.max(1, line), column: Math.max(1, col) };
    return { ...place, path: formatPath(path), message };
  };
  return {
    contents: yaml.contents,
    /** Faults of syntax. */
    faults: firstOfEachLine(
      yaml.errors.map((error) => fault(error.pos[0], [], SYNTAX[error.code] ?? OTHER)),
    ),
    /** A fault at an offset in the text. */
    fault: (offset: number, path: FaultPath, finding: Finding) =>
      fault(offset, path, sentence(finding)),
    /** What an alias stands for; null where there is no anchor of its name above it. */
    resolve: (alias: Alias) => anchors.get(alias) ?? null,
    /** Line of an offset in the text; the first is 1. */
    lineOf: (offset: number) => lines.linePos(offset).line,
    /** Offset of what is at `path`, or of the nearest thing around it. */
    offsetOf: (path: FaultPath) => offsetOf(yaml, path),
  };
}

/**
 * What each alias stands for: the last node above it with the anchor. Found in one walk; the parser's own `resolve`
 * walks the whole file for each alias.
 */
function anchorsOf(yaml: Document.Parsed): ReadonlyMap<Alias, Node> {
  const named = new Map<string, Node>();
  const anchors = new Map<Alias, Node>();
  visit(yaml, {
    Value: (_, node) => {
      if (node.anchor !== undefined) named.set(node.anchor, node);
    },
    Alias: (_, alias) => {
      const node = named.get(alias.source);
      if (node !== undefined) anchors.set(alias, node);
    },
  });
  return anchors;
}

/** One slip of the hand makes the parser stumble several times over; the first stumble of a line tells it. */
function firstOfEachLine(faults: readonly ConfigFault[]): readonly ConfigFault[] {
  return faults.filter((fault, at) => faults.findIndex(({ line }) => line === fault.line) === at);
}

function offsetOf(yaml: Document.Parsed, path: FaultPath): number {
  const node = path.length === 0 ? yaml.contents : yaml.getIn(path, true);
  if (isNode(node) && node.range) return node.range[0];
  return path.length === 0 ? 0 : offsetOf(yaml, path.slice(0, -1));
}

/** Our own words for each kind of fault: the parser's may quote the text, and with it a password. */
const SYNTAX: Partial<Record<ErrorCode, string>> = {
  BAD_ALIAS: 'expected the name of an anchor above, got an alias of none',
  BAD_DQ_ESCAPE:
    'expected an escape that YAML knows in a text in double quotes, got another; use single quotes where a backslash is meant as it is',
  BAD_INDENT:
    'expected the same indentation as the lines around, got another; line the keys of one level up with spaces',
  BAD_SCALAR_START:
    'expected a text, got a character that a text cannot start with; put the text in quotes',
  BLOCK_AS_IMPLICIT_KEY:
    'expected one "key: value" a line, got a second ": " in the line; put a text that holds ": " in quotes',
  DUPLICATE_KEY: 'expected each key once, got a key a second time',
  MISSING_CHAR:
    'expected a closing quote, bracket, brace or a comma, got none; look at the lines above too',
  MULTILINE_IMPLICIT_KEY:
    'expected a key and its ":" in one line, got a text over several lines; look for a missing ":" or wrong indentation',
  MULTIPLE_DOCS: 'expected one document, got a second one after "---"; remove the "---"',
  NON_STRING_KEY: 'expected a text as the key, got something else',
  RESOURCE_EXHAUSTION: 'expected a file of ordinary depth, got one nested too deeply',
  TAB_AS_INDENT: 'expected spaces, got a tab; indent with spaces',
  TAG_RESOLVE_FAILED:
    'expected a value without a YAML tag, got a tag that is not known; put a text that starts with "!" in quotes',
};

const OTHER =
  'expected YAML, got something that cannot be read here; put texts with special characters in quotes, and check the indentation';
