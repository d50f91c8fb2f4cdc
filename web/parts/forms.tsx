/** Parts of forms: fields with their words, and what came of a form. */

import type {
  ComponentChildren,
  InputHTMLAttributes,
  PartialInputHTMLAttributes,
  SelectHTMLAttributes,
} from 'preact';
import type { SentForm } from '../owner-data.ts';

type InputProps = PartialInputHTMLAttributes<HTMLInputElement>;
type Field = Omit<InputProps, 'aria-describedby'> & {
  readonly hint?: ComponentChildren;
  /** Of what is wrong with it. */
  readonly fault?: string | undefined;
};
type Stored = string | number | null | undefined;

/** A field below its label, with what to type below it. */
export function field(name: string, label: string, { hint, fault, ...input }: Field = {}) {
  const id = String(input.id ?? name);
  const about = [fault, hint && `${id}-hint`].filter(Boolean).join(' ') || undefined;
  return (
    <>
      <label for={id}>{label}</label>
      <input {...(input as InputHTMLAttributes)} name={name} id={id} aria-describedby={about} />
      {hint && (
        <p class="note" id={`${id}-hint`}>
          {hint}
        </p>
      )}
    </>
  );
}

type SelectProps = SelectHTMLAttributes<HTMLSelectElement> & {
  /** The value that is chosen. */
  readonly chosen?: Stored;
  /** Whether the browser may choose better. */
  readonly 'data-guess'?: boolean | undefined;
};

/** @param options Values with their words. */
export function select(
  name: string,
  label: ComponentChildren,
  options: readonly (readonly [value: string | number, words: string])[],
  { chosen, ...props }: SelectProps = {},
) {
  const id = String(props.id ?? name);
  return (
    <>
      <label for={id}>{label}</label>
      <select {...props} name={name} id={id}>
        {options.map(([value, words]) => (
          <option key={value} value={value} selected={String(value) === String(chosen)}>
            {words}
          </option>
        ))}
      </select>
    </>
  );
}

/** The fields of the form of an act: each has what was typed when it is drawn again, but for a password. */
export function fieldsOf(sent: SentForm | null, act: string) {
  /** What was typed, else what is stored. */
  const typed = (name: string, stored: Stored = null) =>
    sent?.act === act ? (sent.fields.get(name) ?? '') : String(stored ?? '');
  return {
    typed,
    field: (name: string, label: string, { stored, ...input }: Field & { stored?: Stored } = {}) =>
      field(name, label, {
        value: input.type === 'password' ? undefined : typed(name, stored),
        ...input,
      }),
    select: (name: string, label: string, options: Parameters<typeof select>[2]) =>
      select(name, label, options, { chosen: typed(name) }),
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

/** One of several things to choose. */
export function Tick({ children, ...input }: InputProps & { children: ComponentChildren }) {
  return (
    <label>
      <input {...(input as InputHTMLAttributes)} /> {children}
    </label>
  );
}

/** Why a form was not taken, in that form. @param acts Of the form that it stands in. @param here Its page. */
export function faultOf(sent: SentForm | null, acts: readonly string[], here: string) {
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
      {faultOf(sent, acts, action)}
      {children}
      {submit(act, button)}
    </form>
  );
}

/** A password is never shown again, in an address neither: what stands before its last @, and what its query names so. */
export function withoutLogin(address: string): string {
  return address
    .replace(/\/\/.*@/s, '//')
    .replace(/([?&][^=&]*(?:pas|pwd|psw|token|secret|auth|key)[^=&]*=)[^&]*/gi, '$1');
}

/**
 * The button of a form that names its act.
 * @param look `minor` where the form has a more usual way to go on: then what is required may be left out.
 */
export function submit(act: string, words: ComponentChildren, look?: 'minor') {
  return (
    <button type="submit" class={look} name="act" value={act} formNoValidate={look === 'minor'}>
      {words}
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
export function Note({ children }: { readonly children: ComponentChildren }) {
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

/**
 * The buttons of a row. @param acts Each with its word, and what it is done to for who hears the page; one that cannot be
 * taken back has what is lost, and is asked once more.
 */
export function rowForm(
  action: string,
  [name, value]: readonly [name: string, value: string | number],
  ...acts: readonly (readonly [act: string, word: string, of: string, lost?: string])[]
) {
  return (
    <form class="acts" method="post" action={action}>
      <input type="hidden" name={name} value={value} />
      {acts.map(([act, word, of, lost]) => {
        if (lost === undefined) return submit(act, withTarget(word, of), 'minor');
        return (
          <details key={act}>
            <summary>{withTarget(word, of)}</summary>
            <p class="note">{lost}</p>
            {submit(act, withTarget(`Yes, ${word.toLowerCase()}`, of), 'minor')}
          </details>
        );
      })}
    </form>
  );
}

/** The word of a button, with what it is done to for who hears the page. */
export function withTarget(word: string, of: string) {
  return (
    <>
      {word}
      <span class="unseen"> {of}</span>
    </>
  );
}
