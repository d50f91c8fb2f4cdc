/** Groups of gyms in a question: "in the south group", "the south gyms". */

const GYMS = '(?:gyms|clubs|sites|locations|branches)';
const LED = '(?:in|of|at|for|from|to|across|within)\\s+';
const THE = '(?:(?:the|my|our)\\s+)?';

export interface FoundGroups {
  /** The question without them. */
  readonly text: string;
  /** As the head office writes them. */
  readonly groups: readonly string[];
}

/** @param made a question whose names of gyms are hidden: one of them may have the name of a group in it. */
export function findGroups(made: string, known: readonly string[]): FoundGroups {
  let text = made;
  const groups: string[] = [];
  for (const group of known.toSorted((one, other) => other.length - one.length)) {
    const name = group.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(/[\s-]+/g, '[\\s-]+');
    const word = `(?<![\\p{L}\\d])${name}(?![\\p{L}\\d])`;
    const before = text;
    text = text
      .replace(of(`\\b${LED}${THE}(?:all\\s+)?${THE}${word}\\s+${GYMS}\\b`), ' ')
      .replace(of(`${THE}${word}\\s+(?=${GYMS}\\b)`), ' ')
      .replace(of(`(?:\\b${LED})?\\b(?:the\\s+)?group\\s+(?:called\\s+)?${word}`), ' ')
      .replace(of(`(?:\\b${LED})?${THE}${word}\\s+(?:group|region|area)\\b`), ' ')
      .replace(of(`\\b${LED}${THE}${word}`), ' ');
    if (text !== before) groups.push(group);
  }
  return { text, groups };
}

function of(source: string): RegExp {
  return new RegExp(source, 'giu');
}
