/** Figures with their names: a short list that reads as pairs. */

import type { ComponentChildren } from 'preact';

export interface Fact {
  readonly name: string;
  readonly value: ComponentChildren;
  /** How it came about, or the number of classes that it is of. */
  readonly note?: string | undefined;
}

export function Facts({ facts }: { readonly facts: readonly Fact[] }) {
  return (
    <dl class="facts">
      {facts.map(({ name, value, note }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            <span class="value">{value}</span>
            {note !== undefined && <span class="note">{note}</span>}
          </dd>
        </div>
      ))}
    </dl>
  );
}
