/** The script of the set-up step for classes: files, what was imported, and calendars. */

import { signal } from '@preact/signals';
import { render } from 'preact';
import { SETUP } from '../../words/setup.ts';
import { call } from '../calls.ts';
import type { GymAnswer, ImportLine, SourceLine } from '../wire.ts';
import { Feeds } from './feeds.tsx';
import { ImportFile } from './import-file.tsx';
import { Importing } from './importing.ts';
import { Imports } from './imports.tsx';

/** Imports that are listed; the newest are undone. */
const LISTED = 20;

export function startSchedule(): void {
  const place = document.querySelector<HTMLElement>('[data-schedule]');
  if (place !== null) void begin(place);
}

/** The list of steps came with the page, before there were classes. */
function stepIsDone(): void {
  const note = document.querySelector('.steps .is-open [aria-current] ~ .note');
  if (note === null) return;
  note.textContent = SETUP.done;
  note.parentElement?.classList.replace('is-open', 'is-done');
}

async function begin(root: HTMLElement): Promise<void> {
  const gym = signal<GymAnswer | null>(null);
  const imports = signal<readonly ImportLine[]>([]);
  const sources = signal<readonly SourceLine[]>([]);
  const readGym = async () => {
    const { value, refused } = await call<GymAnswer>('/gym');
    gym.value = value ?? gym.value;
    return refused;
  };
  const readImports = async () => {
    const { value } = await call<{ imports: readonly ImportLine[] }>(`/imports?limit=${LISTED}`);
    imports.value = value?.imports ?? imports.value;
  };
  const readSources = async () => {
    const { value } = await call<{ sources: readonly SourceLine[] }>('/sources');
    sources.value = value?.sources ?? sources.value;
  };
  const refused = await readGym();
  if (refused !== null) {
    root.textContent = refused;
    return;
  }
  await Promise.all([readImports(), readSources()]);
  const importing = new Importing(() => {
    stepIsDone();
    void readImports();
    // A new room may have been made for it.
    void readGym();
  });
  root.replaceChildren();
  const View = () => {
    const known = gym.value;
    if (known === null) return null;
    return (
      <>
        <ImportFile importing={importing} gym={known} />
        <Imports lines={imports.value} timezone={known.timezone} whenUndone={readImports} />
        <Feeds lines={sources.value} timezone={known.timezone} whenChanged={readSources} />
      </>
    );
  };
  render(<View />, root);
}
