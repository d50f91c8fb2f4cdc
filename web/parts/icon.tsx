/** Small pictures that stand next to a word. They are hidden from who hears the page: the word says it. */

const PATHS = {
  today: 'M4 6h16v14H4zM4 10h16M8 3v4M16 3v4M9 15l2 2 4-4',
  week: 'M4 5h16v15H4zM4 10h16M4 15h16M9 5v15M15 5v15',
  classes: 'M4 6h16M4 12h11M4 18h7',
  trainers: 'M12 12a4 4 0 1 0 0-8 4 4 0 0 0 0 8zM4 21c1-4 4-6 8-6s7 2 8 6',
  money: 'M3 6h18v12H3zM12 9a3 3 0 1 0 0 6 3 3 0 0 0 0-6zM6 12h.5M17.500 12h.5',
  settings: 'M4 7h9M17 7h3M15 5v4M4 17h3M11 17h9M9 15v4M4 12h5M13 12h7M11 10v4',
  warning: 'M12 4 2.500 20h19zM12 10v5M12 17.500v.5',
  good: 'M4 12.500l5 5L20 6.500',
  full: 'M12 4v16M5 11l7-7 7 7',
  fair: 'M12 4a8 8 0 1 0 0 16 8 8 0 0 0 0-16zM12 4v16',
  weak: 'M4 7l8 9 8-9',
  dead: 'M6 6l12 12M18 6 6 18',
  losing: 'M12 4v16M5 13l7 7 7-7',
  unknown:
    'M9 9c0-2 1.300-3.200 3.100-3.200 1.900 0 3.100 1.200 3.100 2.900 0 2.300-3.100 2.500-3.100 5M12 17.500v.5',
  next: 'M9 5l7 7-7 7',
  before: 'M15 5l-7 7 7 7',
} as const;

export type IconName = keyof typeof PATHS;

export function Icon({ name, size = 20 }: { readonly name: IconName; readonly size?: number }) {
  return (
    <svg
      class="icon"
      viewBox="0 0 24 24"
      width={size}
      height={size}
      aria-hidden="true"
      focusable="false"
    >
      <path d={PATHS[name]} />
    </svg>
  );
}

/** The places of a room, seven of nine taken: lines of no length with round ends. */
export function Mark() {
  return (
    <svg viewBox="0 0 32 32" width="28" height="28" aria-hidden="true" focusable="false">
      <rect width="32" height="32" rx="8" fill="#0b6b5b" />
      <g stroke="#fff" stroke-width="5.2" stroke-linecap="round">
        <path d="M9 9h0M9 16h0M9 23h0M16 9h0M16 16h0M16 23h0M23 23h0" />
        <path d="M23 9h0M23 16h0" opacity="0.35" />
      </g>
    </svg>
  );
}
