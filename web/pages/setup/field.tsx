/** A field of a form with its words. */

import type { InputHTMLAttributes } from 'preact';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
  /** The field that is made of this one: an id of a name. */
  readonly 'data-makes'?: string;
};

export function Field({ label, hint, ...input }: FieldProps) {
  const id = input.name.replace('.', '-');
  return (
    <>
      <label for={id}>{label}</label>
      <input id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} {...input} />
      {hint !== undefined && (
        <p class="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}
