/** When two names are the same name: of classes, trainers and rooms, in schedules, settings and requests alike. */

/** Letters that Unicode does not take apart into a base and a mark. */
const LETTERS: Readonly<Record<string, string>> = {
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ð: 'd',
  đ: 'd',
  þ: 'th',
  ß: 'ss',
  ł: 'l',
  ı: 'i',
};

/** What spellings of a name have in common, whatever the case, accents and spaces: `  José  GARCÍA` and `jose garcia`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[æœøðđþßłı]/g, (letter) => LETTERS[letter] ?? letter)
    .replace(/\s+/g, ' ')
    .trim();
}
