/** Light, dark, or as the system has it; this browser remembers it. The script of the pages listens to it. */

import { EN } from '../words/en.ts';

export const THEMES = ['auto', 'light', 'dark'] as const;

export function ThemeChoice() {
  return (
    <label class="theme">
      {EN.theme.label}{' '}
      <select>
        {THEMES.map((one) => (
          <option key={one} value={one}>
            {EN.theme[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
