/** A field of a form with its words, and what came of a form. */

import type { InputHTMLAttributes } from 'preact';
import type { SentForm } from '../../operator-data.ts';

type FieldProps = InputHTMLAttributes<HTMLInputElement> & {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
};

export function Field({ label, hint, ...input }: FieldProps) {
  const id = String(input.id ?? input.name);
  return (
    <>
      <label for={id}>{label}</label>
      <input {...input} id={id} aria-describedby={hint === undefined ? undefined : `${id}-hint`} />
      {hint !== undefined && (
        <p class="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

/** What was typed into a form that is drawn again, else what is stored. */
export function typed(
  sent: SentForm | null,
  acts: string,
  name: string,
  stored: string | number | null = null,
): string {
  return sent?.act === acts ? (sent.fields.get(name) ?? '') : String(stored ?? '');
}

interface FaultProps {
  readonly sent: SentForm | null;
  /** The acts of the form that it stands in. */
  readonly acts: readonly string[];
  /** Its page. */
  readonly here?: string;
}

/** Why a form was not taken, in that form. */
export function Fault({ sent, acts, here = '/setup/keys' }: FaultProps) {
  if (sent?.fault == null || !acts.includes(sent.act)) return null;
  return (
    <p class="fault" role="alert">
      {sent.fault}
      {sent.code === 'sign_in_again' && (
        <>
          {' '}
          <a href={`/sign-in?next=${here}`}>Sign in</a>
        </>
      )}
    </p>
  );
}

/** A password is never shown again, in an address neither. */
export function withoutLogin(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//');
}
