/** How full a class was over weeks, and where it is going. The figures stand next to both. */

interface FillProps {
  readonly fill: number | null;
  readonly tone?: string | undefined;
}

export function FillBar({ fill, tone = 'attended' }: FillProps) {
  return (
    <svg class="bar" height="10" aria-hidden="true" focusable="false">
      <rect class="track" width="100%" height="10" rx="3" />
      {fill === null ? (
        <rect class="hatched" width="100%" height="10" rx="3" />
      ) : (
        <rect class={tone} width={`${Math.min(100, fill * 100)}%`} height="10" rx="3" />
      )}
      {fill !== null && fill > 1 && <line class="booked" x1="100%" x2="100%" y1="0" y2="10" />}
    </svg>
  );
}

/** Two halves of a window joined by a line: up, down or level. */
export function Slope({ trend }: { readonly trend: number | null }) {
  if (trend === null) return null;
  const rise = Math.max(-1, Math.min(1, trend / 0.3)) * 6;
  return (
    <svg class="slope" viewBox="0 0 24 16" width="24" height="16" aria-hidden="true">
      <line x1="3" y1={8 + rise} x2="21" y2={8 - rise} />
      <circle cx="3" cy={8 + rise} r="2" />
      <circle cx="21" cy={8 - rise} r="2" />
    </svg>
  );
}
