/**
 * A `TypedDict` as Python 3.9 has it. There is no `NotRequired` yet: keys that may be missing stand in a class of their own,
 * over one with those that are always there. Keys that are no names (`@type`, `from`, `class`) need the form of a call.
 */

import { wrapped } from '../../cli/terminal/table.ts';

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
export function typedDict(
  name: string,
  fields: readonly Field[],
  description = `See the API: ${name}.`,
): string {
  const about = docstring(description);
  const parts = [true, false]
    .map((is) => ({
      base: `_${name}${is ? 'Required' : 'Optional'}`,
      total: is ? '' : ', total=False',
      own: fields.filter(({ isRequired }) => isRequired === is),
    }))
    .filter(({ own }) => own.length > 0);
  const [{ base, total, own } = { base: '', total: '', own: [] }, optional] = parts;
  if (fields.some(({ key }) => !isName(key))) {
    const calls = parts.map((part) => called(part.base, part.own, part.total));
    const bases = parts.map((part) => part.base).join(', ');
    return `${calls.join('\n\n')}\n\n\nclass ${name}(${bases}):\n${about}`;
  }
  if (optional === undefined) return `class ${name}(TypedDict${total}):\n${about}${members(own)}`;
  const required = `class ${base}(TypedDict):\n${members(own).trimStart().replace(/^/, '    ')}`;
  return `${required}\n\n\nclass ${name}(${base}, total=False):\n${about}${members(optional.own)}`;
}

const isName = (key: string) => /^[A-Za-z_]\w*$/.test(key) && !KEYWORDS.includes(key);

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
    const mark = '        # ';
    const about = description === undefined ? [] : wrapped(mark + description, WIDTH, mark);
    return [...about, `        "${key}": ${type},`].join('\n');
  });
  return `${base} = TypedDict(\n    "${base}",\n    {\n${rows.join('\n')}\n    }${total},\n)`;
}

function docstring(text: string): string {
  const safe = text.replaceAll('\\', '\\\\').replaceAll('"""', "'''").replaceAll('`', '``');
  return wrapped(`    """${safe}"""`, WIDTH, '    ').join('\n');
}
