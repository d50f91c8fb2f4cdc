/**
 * A `TypedDict` as Python 3.9 has it. There is no `NotRequired` yet: keys that may be missing stand in a class of their own,
 * over one with those that are always there. Keys that are no names (`@type`, `from`, `class`) need the form of a call.
 */

export interface Field {
  readonly key: string;
  readonly type: string;
  readonly description: string | undefined;
  readonly isRequired: boolean;
}

const WIDTH = 100;
/** Of Python 3.9. */
const KEYWORDS =
  'False None True and as assert async await break class continue def del elif else except finally for from global if import in is lambda nonlocal not or pass raise return try while with yield'.split(
    ' ',
  );

/** The text of the class `name`, and of those beneath it. */
export function typedDict(name: string, fields: readonly Field[], description = ''): string {
  const always = fields.filter(({ isRequired }) => isRequired);
  const maybe = fields.filter(({ isRequired }) => !isRequired);
  const about = docstring(description === '' ? `See the API: ${name}.` : description);
  const isCalled = fields.some(({ key }) => !isName(key));
  if (isCalled) {
    const bases = [
      ...(always.length > 0 ? [[`_${name}Required`, always, ''] as const] : []),
      ...(maybe.length > 0 ? [[`_${name}Optional`, maybe, ', total=False'] as const] : []),
    ];
    const calls = bases.map(([base, members, total]) => called(base, members, total));
    const names = bases.map(([base]) => base).join(', ');
    return `${calls.join('\n\n')}\n\n\nclass ${name}(${names}):\n${about}`;
  }
  if (maybe.length === 0) return `class ${name}(TypedDict):\n${about}${members(always)}`;
  if (always.length === 0)
    return `class ${name}(TypedDict, total=False):\n${about}${members(maybe)}`;
  const base = `class _${name}Required(TypedDict):\n${members(always).trimStart().replace(/^/, '    ')}`;
  return `${base}\n\n\nclass ${name}(_${name}Required, total=False):\n${about}${members(maybe)}`;
}

function isName(key: string): boolean {
  return /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.includes(key);
}

function members(fields: readonly Field[]): string {
  return fields
    .map(({ key, type, description }, index) => {
      const gap = index === 0 ? '\n\n' : '\n';
      const about = description === undefined ? '' : `\n${docstring(description)}`;
      return `${gap}    ${key}: ${type}${about}`;
    })
    .join('');
}

function called(base: string, fields: readonly Field[], total: string): string {
  const rows = fields.map(({ key, type, description }) => {
    const about = description === undefined ? [] : wrapped(description, '        # ');
    return [...about, `        "${key}": ${type},`].join('\n');
  });
  return `${base} = TypedDict(\n    "${base}",\n    {\n${rows.join('\n')}\n    }${total},\n)`;
}

function docstring(text: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll('`', '``');
  const lines = wrapped(`"""${safe}"""`, '    ');
  return lines.join('\n');
}

function wrapped(text: string, indent: string): readonly string[] {
  const lines: string[] = [];
  let line = indent;
  for (const word of text.split(' ')) {
    if (line !== indent && line.length + word.length + 1 > WIDTH) {
      lines.push(line);
      line = indent;
    }
    line += line === indent ? word : ` ${word}`;
  }
  return [...lines, line];
}
