/** A trainer's slot index as a dot on a line: the mark in the middle is as the slot usually is. The figure stands next to it. */

const WIDTH = 140;
/** From half of the usual to half more. */
const REACH = 0.5;

export function SlotDot({ index }: { readonly index: number | null }) {
  const middle = WIDTH / 2;
  const x =
    index === null ? null : middle + Math.max(-1, Math.min(1, (index - 1) / REACH)) * (middle - 6);
  return (
    <svg class="dots" viewBox={`0 0 ${WIDTH} 20`} width={WIDTH} height="20" aria-hidden="true">
      <line class="axis" x1="6" x2={WIDTH - 6} y1="10" y2="10" />
      <line class="usual" x1={middle} x2={middle} y1="2" y2="18" />
      {x !== null && <circle class="attended" cx={x} cy="10" r="5.500" />}
    </svg>
  );
}
