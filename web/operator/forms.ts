/**
 * Forms that are calls of the owner API: `data-send` names the call, a field's name says where its value goes in the
 * body (`address.url`), and an empty field is left out; or `data-body` is all of it. What went well leads to `data-next`, or
 * to the set-up, on to its next open step.
 */

import { SIGN_IN } from '../words/sign-in.ts';
import { type Answered, send } from './calls.ts';

const METHODS = ['POST', 'PUT', 'PATCH'] as const;

export function startForms(): void {
  document.addEventListener('submit', (event) => {
    const form = event.target;
    if (!(form instanceof HTMLFormElement)) return;
    const { send: target } = form.dataset;
    if (target === undefined) return;
    event.preventDefault();
    void sent(form, target);
  });
  document.addEventListener('input', ({ target }) => {
    if (!(target instanceof HTMLInputElement)) return;
    const made = target.form?.elements.namedItem(target.dataset['makes'] ?? '');
    if (made instanceof HTMLInputElement) made.value = idOf(target.value);
  });
}

async function sent(form: HTMLFormElement, target: string): Promise<void> {
  const [method, path = ''] = target.split(' ');
  const known = METHODS.find((one) => one === method) ?? 'POST';
  const { body, next = '/setup' } = form.dataset;
  const sentBody: unknown = body === undefined ? bodyOf(form) : JSON.parse(body);
  const answered = await sending(form, () => {
    return send<Readonly<Record<string, unknown>>>(known, path, sentBody, revisionOf(form));
  });
  if (answered.value === null) return;
  const { shows, told = '' } = form.dataset;
  if (shows === undefined) location.assign(next);
  else say(form, `${told} ${String(answered.value[shows])}`, 'said');
}

/** Makes a call with the button off, and says below the form why it was refused. */
export async function sending<T>(
  form: HTMLFormElement,
  make: () => Promise<Answered<T>>,
): Promise<Answered<T>> {
  const button = form.querySelector('button');
  if (button !== null) button.disabled = true;
  try {
    const answered = await make();
    say(form, answered.refused, 'fault');
    if (answered.signIn !== undefined) sayWhere(form, answered.signIn);
    return answered;
  } finally {
    if (button !== null) button.disabled = false;
  }
}

/** One line under the form; null takes it away. */
export function say(form: HTMLFormElement, text: string | null, kind: 'fault' | 'said'): void {
  form.querySelector('.answer')?.remove();
  if (text === null) return;
  const line = document.createElement('p');
  line.className = `answer ${kind}`;
  line.setAttribute('role', kind === 'fault' ? 'alert' : 'status');
  line.textContent = text;
  form.append(line);
}

/** The way to show the key again, and back to this page. */
function sayWhere(form: HTMLFormElement, address: string): void {
  const link = document.createElement('a');
  link.href = address;
  link.textContent = SIGN_IN;
  form.querySelector('.answer')?.append(' ', link);
}

/** Numbers of number fields, texts of the others. */
export function bodyOf(form: HTMLFormElement): Record<string, unknown> {
  const body: Record<string, unknown> = {};
  for (const field of form.querySelectorAll<HTMLInputElement | HTMLSelectElement>('[name]')) {
    const value = field.value.trim();
    if (value === '') continue;
    const [name = '', inner] = field.name.split('.');
    const kept = field.type === 'number' ? Number(value) : value;
    if (inner === undefined) body[name] = kept;
    else body[name] = { ...(body[name] as object | undefined), [inner]: kept };
  }
  return body;
}

/** What is there now: a form that stood open for long changes what somebody else left. */
export function revisionOf({ dataset }: HTMLFormElement): string {
  return dataset['revision'] ?? '*';
}

/** `Main Hall` is `main-hall`; a name without Latin letters becomes its letters' numbers. */
export function idOf(name: string): string {
  const plain = name.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const id = plain
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
    .slice(0, 60);
  return id === '' ? `room-${numbersOf(name)}` : id;
}

function numbersOf(name: string): string {
  const numbers = [...name].map((letter) => (letter.codePointAt(0) ?? 0).toString(36));
  return numbers.join('').slice(0, 24);
}
