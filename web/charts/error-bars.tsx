/** How far off the counts of a room are: without its factor, and with it, on one scale. The figures stand next to it. */

interface ErrorBarsProps {
  /** People; null for no bar. */
  readonly before: number | null;
  readonly after: number | null;
  /** The largest error of the list: all bars share one scale. */
  readonly most: number;
}

export function ErrorBars({ before, after, most }: ErrorBarsProps) {
  if (before === null || most <= 0) return <div class="bar" />;
  const at = (value: number) => `${Math.max(1, (98 * value) / most)}%`;
  return (
    <svg class="bar errors" height="20" aria-hidden="true" focusable="false">
      <rect class="without" y="1" width={at(before)} height="8" rx="2" />
      {after !== null && <rect class="attended" y="11" width={at(after)} height="8" rx="2" />}
    </svg>
  );
}
