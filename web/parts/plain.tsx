/** A page without the frame of a gym: one heading, one sentence, and what can be done. */

import type { ComponentChildren } from 'preact';
import { Mark } from './icon.tsx';

interface PlainProps {
  readonly title: ComponentChildren;
  readonly lead?: ComponentChildren;
  /** How it looks besides. */
  readonly kind?: string;
  readonly children?: ComponentChildren;
}

export function Plain({ title, lead, kind = '', children }: PlainProps) {
  return (
    <main class={`plain ${kind}`.trim()} id="content">
      <p class="gym">
        <Mark /> Turnout
      </p>
      <h1>{title}</h1>
      {lead !== undefined && <p class="context">{lead}</p>}
      {children}
    </main>
  );
}
