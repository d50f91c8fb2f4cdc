/** `bench/results.svg`: requests a second of each server, as bars, from the figures of `bench/api/summary.bench.ts`. */

import type { Machine } from './machine.ts';
import type { BenchReport } from './report.ts';

/** What a figure of the bench is called that becomes a bar. */
export const RATE = 'kept summary, requests a second: ';

const WIDTH = 720;
const LABEL = 190;
const ROW = 34;
const TOP = 52;
const BAR = 400;

/** Null where the rates were not measured. */
export function picture(reports: readonly BenchReport[], machine: Machine): string | null {
  const bars = reports
    .flatMap(({ figures }) => figures)
    .flatMap(({ name, value }) =>
      name.startsWith(RATE) && value !== null ? [{ name: name.slice(RATE.length), value }] : [],
    );
  if (bars.length === 0) return null;
  const most = Math.max(...bars.map(({ value }) => value));
  const rows = bars.map(({ name, value }, at) => {
    const y = TOP + at * ROW;
    const length = Math.round((value / most) * BAR);
    const kind = at === 0 ? 'own' : 'other';
    return `<text x="${LABEL - 12}" y="${y + 16}" text-anchor="end">${name}</text>
<rect class="${kind}" x="${LABEL}" y="${y}" width="${length}" height="22" rx="3"/>
<text x="${LABEL + length + 10}" y="${y + 16}">${Math.round(value).toLocaleString('en')}</text>`;
  });
  const height = TOP + bars.length * ROW + 28;
  const title = 'Requests a second for a summary that is kept, one core each';
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${height}" role="img" aria-label="${title}: ${bars.map(({ name, value }) => `${name} ${Math.round(value)}`).join(', ')}">
<style>
text { font: 14px system-ui, sans-serif; fill: #1f2328; }
.title { font-weight: 600; }
.note { font-size: 12px; fill: #59636e; }
.own { fill: #0f766e; }
.other { fill: #b6bec8; }
@media (prefers-color-scheme: dark) {
  text { fill: #e6edf3; }
  .note { fill: #9198a1; }
  .own { fill: #2dd4bf; }
  .other { fill: #4b535d; }
}
</style>
<text class="title" x="0" y="22">${title}</text>
${rows.join('\n')}
<text class="note" x="0" y="${height - 8}">${machine.processor} × ${machine.cores}, Node ${machine.node}, ${machine.when.slice(0, 10)}; the others give the same answer</text>
</svg>
`;
}
