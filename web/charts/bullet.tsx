/** What a class brings in against what it costs, per class: a bar for revenue, a tick for cost. Unknown is no bar at all. */

interface BulletProps {
  readonly revenue: number | null;
  readonly cost: number | null;
  /** The largest amount of the list: all bars share one scale. */
  readonly most: number;
}

export function Bullet({ revenue, cost, most }: BulletProps) {
  if ((revenue === null && cost === null) || most <= 0) return <div class="bar" />;
  const at = (value: number) => `${(98 * value) / most}%`;
  return (
    <svg class="bar" height="14" aria-hidden="true" focusable="false">
      <line class="base" x1="0" x2="100%" y1="13.500" y2="13.500" />
      {revenue !== null && (
        <rect
          class={cost !== null && revenue < cost ? 'loss' : 'attended'}
          y="2"
          width={at(revenue)}
          height="10"
          rx="2"
        />
      )}
      {cost !== null && <line class="cost" x1={at(cost)} x2={at(cost)} y1="0" y2="14" />}
    </svg>
  );
}
