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
