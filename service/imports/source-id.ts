/** An identifier for a source where none is given. */

/** Of the name of a file without its ending, such as `bookings-july` for `Bookings (July)`; `import` where nothing is left. */
export function sourceIdFrom(name: string): string {
  const id = name
    .normalize('NFKD')
    .replace(/\p{Mark}/gu, '')
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .slice(0, 64)
    .replace(/^-|-$/g, '');
  return id === '' ? 'import' : id;
}
