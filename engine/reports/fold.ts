/** Names as people mean them: whatever the case, the accents and the spaces. */

/** Letters that Unicode does not take apart into a letter and its mark. */
const WHOLE_LETTERS: Readonly<Record<string, string>> = {
  ß: 'ss',
  æ: 'ae',
  œ: 'oe',
  ø: 'o',
  ł: 'l',
  đ: 'd',
  ð: 'd',
  þ: 'th',
  ı: 'i',
};

/** Two names are the same to people where this is: `  José  GARCÍA` and `jose garcia`. */
export function foldName(name: string): string {
  return name
    .normalize('NFKD')
    .toLowerCase()
    .replaceAll(/\p{M}/gu, '')
    .replaceAll(/[ßæœøłđðþı]/g, (letter) => WHOLE_LETTERS[letter] ?? letter)
    .replaceAll(/\s+/g, ' ')
    .trim();
}

/** The same, remembering what it has folded: the same few names come thousands of times in a report. */
export function createFold(): (name: string) => string {
  const folded = new Map<string, string>();
  return (name) => {
    const known = folded.get(name);
    if (known !== undefined) return known;
    const value = foldName(name);
    folded.set(name, value);
    return value;
  };
}
