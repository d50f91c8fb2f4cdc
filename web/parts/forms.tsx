/** Parts of forms: fields with their words, and what came of a form. */

import type {
  ComponentChildren,
  InputHTMLAttributes,
  PartialInputHTMLAttributes,
  SelectHTMLAttributes,
} from 'preact';
import type { SentForm } from '../owner-data.ts';

type FieldProps = PartialInputHTMLAttributes<HTMLInputElement> & {
  readonly name: string;
  readonly label: string;
  readonly hint?: string;
};

export function Field({ label, hint, ...input }: FieldProps) {
  const id = String(input.id ?? input.name);
  const told = hint === undefined ? undefined : `${id}-hint`;
  return (
    <>
      <label for={id}>{label}</label>
      <input {...(input as InputHTMLAttributes)} id={id} aria-describedby={told} />
      {hint !== undefined && (
        <p class="note" id={told}>
          {hint}
        </p>
      )}
    </>
  );
}

type FieldInput = Omit<FieldProps, 'name' | 'label'> & {
  readonly stored?: string | number | null | undefined;
};

/** The fields of the form of an act: each has what was typed when it is drawn again, but for a password. */
export function fieldsOf(sent: SentForm | null, act: string) {
  return (name: string, label: string, { stored, ...input }: FieldInput = {}) => {
    const value = input.type === 'password' ? undefined : typed(sent, act, name, stored);
    return <Field {...{ name, label, value, ...input }} />;
  };
}

interface TickProps extends PartialInputHTMLAttributes<HTMLInputElement> {
  readonly type: 'checkbox' | 'radio';
  readonly children: ComponentChildren;
}

/** One of several things to choose. */
export function Tick({ children, ...input }: TickProps) {
  return (
    <label>
      <input {...(input as InputHTMLAttributes)} /> {children}
    </label>
  );
}

/** What was typed into a form that is drawn again, else what is stored. */
export function typed(
  sent: SentForm | null,
  acts: string,
  name: string,
  stored: string | number | null | undefined = null,
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

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  readonly name: string;
  readonly label: string;
  /** Values with their words. */
  readonly options: readonly (readonly [value: string | number, words: string])[];
  readonly chosen: string | number;
};

export function Select({ label, options, chosen, ...select }: SelectProps) {
  return (
    <>
      <label for={select.name}>{label}</label>
      <select {...select} id={select.name}>
        {options.map(([value, words]) => (
          <option key={value} value={value} selected={String(value) === String(chosen)}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}

interface SubmitProps {
  readonly act: string;
  /** Whether the form has a more usual way to go on. */
  readonly isMinor?: boolean;
  readonly formNoValidate?: boolean;
  readonly children: ComponentChildren;
}

/** The button of a form that names its act. */
export function Submit({ act, isMinor, formNoValidate, children }: SubmitProps) {
  const look = isMinor ? 'minor' : undefined;
  return (
    <button type="submit" class={look} name="act" value={act} formNoValidate={formNoValidate}>
      {children}
    </button>
  );
}

/** What was wrong; nothing for null. */
export function Alert({ text }: { readonly text: string | null }) {
  if (text === null) return null;
  return (
    <p class="fault" role="alert">
      {text}
    </p>
  );
}

/** What was done. */
export function Said({ children }: { readonly children: ComponentChildren }) {
  return (
    <p class="said" role="status">
      {children}
    </p>
  );
}

/** A key that is shown once, with a button that its script shows. */
export function Secret({
  label,
  secret,
}: {
  readonly label: ComponentChildren;
  readonly secret: string;
}) {
  return (
    <>
      <label for="key">{label}</label>
      <textarea id="key" class="secret" rows={2} readOnly spellcheck={false} autocomplete="off">
        {secret}
      </textarea>
      <button type="button" class="minor" hidden data-copy="key">
        Copy
      </button>
      <p id="copied" class="said" role="status" hidden />
    </>
  );
}

interface RowFormProps {
  readonly action: string;
  /** What the row is. */
  readonly field: string;
  readonly value: string | number;
  /** Each with its word, and what it is done to for who hears the page. */
  readonly acts: readonly (readonly [act: string, word: string, of: string])[];
}

/** The buttons of a row. */
export function RowForm({ action, field, value, acts }: RowFormProps) {
  return (
    <form class="acts" method="post" action={action}>
      <input type="hidden" name={field} value={value} />
      {acts.map(([act, word, of]) => (
        <Submit key={act} act={act} isMinor>
          {word}
          <span class="unseen"> {of}</span>
        </Submit>
      ))}
    </form>
  );
}
