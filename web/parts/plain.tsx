/** A page without the frame of a gym: one heading, one sentence, and what can be done. */

import type { ComponentChildren } from 'preact';
import { Mark } from './icon.tsx';

/** @param lead What it says first; null for nothing. */
export function plainPage(
  title: ComponentChildren,
  lead: ComponentChildren,
  ...content: ComponentChildren[]
) {
  return (
    <main class="plain" id="content">
      <p class="gym">
        <Mark /> Turnout
      </p>
      <h1>{title}</h1>
      {lead !== null && <p class="context">{lead}</p>}
      {content}
    </main>
  );
}
