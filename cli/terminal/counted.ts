/** `1 camera`, `2 cameras`: a number with its noun. */

export function counted(number: number, one: string, several = `${one}s`): string {
  return `${number} ${number === 1 ? one : several}`;
}
