/** What to do, in words: what stands in backticks is a command to type. */

export function Help({ text }: { readonly text: string }) {
  return text.split('`').map((part, at) => (at % 2 === 1 ? <code key={part}>{part}</code> : part));
}
