/** Light, dark, or as the system has it; this browser remembers it. */

import { useEffect, useState } from 'preact/hooks';
import { EN } from '../words/en.ts';

const CHOICES = ['auto', 'light', 'dark'] as const;
type Choice = (typeof CHOICES)[number];

/** Also read by the script that runs before the page is drawn. */
const STORED_AS = 'turnout-theme';

export function ThemeChoice() {
  const [choice, choose] = useState<Choice>('auto');
  useEffect(() => {
    const stored = document.documentElement.dataset['theme'];
    if (stored === 'light' || stored === 'dark') choose(stored);
  }, []);
  const set = (next: Choice) => {
    choose(next);
    if (next === 'auto') delete document.documentElement.dataset['theme'];
    else document.documentElement.dataset['theme'] = next;
    try {
      localStorage.setItem(STORED_AS, next);
    } catch {
      // A browser that stores nothing forgets the choice with the page.
    }
  };
  return (
    <label class="theme">
      {EN.theme.label}{' '}
      <select
        value={choice}
        onChange={({ currentTarget }) =>
          set(CHOICES.find((one) => one === currentTarget.value) ?? 'auto')
        }
      >
        {CHOICES.map((one) => (
          <option key={one} value={one}>
            {EN.theme[one]}
          </option>
        ))}
      </select>
    </label>
  );
}
