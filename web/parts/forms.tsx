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
  readonly hint?: string | undefined;
};

export function Field({ label, hint, ...input }: FieldProps) {
  const id = String(input.id ?? input.name);
  const about = hint === undefined ? undefined : `${id}-hint`;
  return (
    <>
      <label for={id}>{label}</label>
      <input {...(input as InputHTMLAttributes)} id={id} aria-describedby={about} />
      {hint !== undefined && (
        <p class="note" id={about}>
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

const STORED = 'It is stored on this computer and never shown again.';
/** Fields that no browser fills in, and those that are never shown again. */
export const UNSAVED = { autocomplete: 'off', maxLength: 200 } as const;
export const PASSWORD = {
  type: 'password',
  autocomplete: 'new-password',
  maxLength: 200,
  hint: STORED,
} as const;

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
  act: string,
  name: string,
  stored: string | number | null | undefined = null,
): string {
  return sent?.act === act ? (sent.fields.get(name) ?? '') : String(stored ?? '');
}

interface FaultProps {
  readonly sent: SentForm | null;
  /** The acts of the form that it stands in. */
  readonly acts: readonly string[];
  /** Its page. */
  readonly here: string;
}

/** Why a form was not taken, in that form. */
export function Fault({ sent, acts, here }: FaultProps) {
  if (sent?.fault == null || !acts.includes(sent.act)) return null;
  return (
    <p class="fault" role="alert">
      {sent.fault} {sent.code === 'sign_in_again' && <a href={`/sign-in?next=${here}`}>Sign in</a>}
    </p>
  );
}

interface FormProps {
  readonly action: string;
  /** What its button does. */
  readonly act: string;
  readonly button: string;
  readonly sent: SentForm | null;
  /** Acts whose faults it shows. */
  readonly acts?: readonly string[];
  readonly title?: string;
  readonly text?: string | undefined;
  /** By which its page comes back to it. */
  readonly id?: string;
  readonly enctype?: 'multipart/form-data';
  readonly children?: ComponentChildren;
}

/** A form in a box: its heading, what came of it, its fields, and its button. */
export function Form(props: FormProps) {
  const { act, button, sent, acts = [act], title, text, children, action, id, enctype } = props;
  const target = id === undefined ? action : `${action}#${id}`;
  return (
    <form class="panel" method="post" action={target} id={id} enctype={enctype}>
      {title !== undefined && <h3>{title}</h3>}
      {text !== undefined && <p class="context">{text}</p>}
      <Fault {...{ sent, acts }} here={action} />
      {children}
      <Submit act={act}>{button}</Submit>
    </form>
  );
}

/** A password is never shown again, in an address neither. */
export function withoutLogin(address: string): string {
  return address.replace(/\/\/[^/@]*@/, '//');
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  readonly name: string;
  readonly label: ComponentChildren;
  /** Values with their words. */
  readonly options: readonly (readonly [value: string | number, words: string])[];
  readonly chosen: string | number | null | undefined;
};

export function Select({ label, options, chosen, ...select }: SelectProps) {
  const id = String(select.id ?? select.name);
  return (
    <>
      <label for={id}>{label}</label>
      <select {...select} id={id}>
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
  /** Whether the form has a more usual way to go on: then what is required may be left out. */
  readonly isMinor?: boolean;
  readonly children: ComponentChildren;
}

/** The button of a form that names its act. */
export function Submit({ act, isMinor, children }: SubmitProps) {
  const look = isMinor ? 'minor' : undefined;
  return (
    <button type="submit" class={look} name="act" value={act} formNoValidate={isMinor}>
      {children}
    </button>
  );
}

/** What was wrong; nothing for null. */
export function Alert({ text, id }: { readonly text: string | null; readonly id?: string }) {
  if (text === null) return null;
  return (
    <p class="fault" role="alert" id={id}>
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

/** A button that its script shows. @param id of the element whose text it copies. */
export function Copy({ id, what }: { readonly id: string; readonly what: string }) {
  return (
    <button type="button" class="minor" hidden data-copy={id} aria-label={`Copy: ${what}`}>
      Copy
    </button>
  );
}

/** Where the page says that something was copied. */
export function Copied() {
  return <p id="copied" class="said" role="status" hidden />;
}

/** A key that is shown once. */
export function Secret({ label, secret }: { label: ComponentChildren; secret: string }) {
  return (
    <>
      <label for="key">{label}</label>
      <textarea id="key" class="secret" rows={2} readOnly spellcheck={false} autocomplete="off">
        {secret}
      </textarea>
      <p>
        <Copy id="key" what="key" />
      </p>
      <Copied />
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
