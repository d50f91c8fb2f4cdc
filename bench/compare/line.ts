/** How a comparison is printed: the verdict first, since it is what one looks for. */

import type { Comparison } from './verdict.ts';

export function lineOfComparison(comparison: Comparison): string {
  const { bench, name, unit, base, changed, ratio, noise, verdict } = comparison;
  const values = `${told(base)} → ${told(changed)} ${unit}`.trim();
  const ratios =
    ratio === null || noise === null ? '' : `${ratio.toFixed(3)} ×, noise ${noise.toFixed(3)} ×`;
  return `  ${verdict.padEnd(15)} ${`${bench}: ${name}`.padEnd(80)} ${values.padStart(28)}   ${ratios}`.trimEnd();
}

function told(value: number | null): string {
  return value === null ? 'none' : String(Number(value.toPrecision(4)));
}
