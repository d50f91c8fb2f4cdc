/** Groups of touching pixels, for examples whose models are not the point. */

/** @typedef {{ readonly width: number, readonly height: number }} Size */

/**
 * Boxes [x1, y1, x2, y2] around the groups of at least `leastArea` pixels that touch and are `wanted`. O(pixels).
 *
 * @param {Size} size of the picture, px
 * @param {(at: number) => boolean} wanted whether the pixel at an index, row by row, belongs to a group
 * @param {number} leastArea fewest pixels of a group
 * @returns {(readonly [number, number, number, number])[]}
 */
export function regions(size, wanted, leastArea) {
  const isLeft = Uint8Array.from({ length: size.width * size.height }, (_, at) =>
    Number(wanted(at)),
  );
  const boxes = [];
  for (let start = 0; start < isLeft.length; start += 1) {
    if (isLeft[start] === 0) continue;
    const group = takeGroup(isLeft, start, size);
    if (group.length < leastArea) continue;
    let [left, top, right, bottom] = [size.width, size.height, 0, 0];
    for (const at of group) {
      const [x, y] = [at % size.width, Math.floor(at / size.width)];
      [left, right] = [Math.min(left, x), Math.max(right, x + 1)];
      [top, bottom] = [Math.min(top, y), Math.max(bottom, y + 1)];
    }
    boxes.push(/** @type {const} */ ([left, top, right, bottom]));
  }
  return boxes;
}

/** @type {(isLeft: Uint8Array, start: number, size: Size) => number[]} */
function takeGroup(isLeft, start, { width }) {
  const group = [start];
  isLeft[start] = 0;
  // The list grows while it is walked over.
  for (const at of group) {
    const [isFirst, isLast] = [at % width === 0, at % width === width - 1];
    const near = [
      at - width,
      at + width,
      ...(isFirst ? [] : [at - 1]),
      ...(isLast ? [] : [at + 1]),
    ];
    for (const neighbour of near) {
      if (isLeft[neighbour] !== 1) continue;
      isLeft[neighbour] = 0;
      group.push(neighbour);
    }
  }
  return group;
}
