/** The corners of a rectangle, for zones of tests: clockwise from the top left. */
export function rect(left: number, top: number, right: number, bottom: number) {
  const corner = (x: number, y: number): [number, number] => [x, y];
  return [corner(left, top), corner(right, top), corner(right, bottom), corner(left, bottom)];
}
