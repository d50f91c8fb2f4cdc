/** Names as people mean them. */

/** Letters and digits only, in lower case and without accents: `Has Substitute?` and `has_substitute` are the same. */
export function foldText(text: string): string {
  return text
    .normalize('NFKD')
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '');
}
