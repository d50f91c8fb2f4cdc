/** Cameras that are found, as a list; one that is taken fills the form of a new camera. No address is ever here. */

import { FIND } from '../../words/cameras/devices.ts';
import { send } from '../calls.ts';
import { bodyOf, say, sending } from '../forms.ts';
import type { Search } from '../wire.ts';

type Found = Search['cameras'][number];

export function startFind(): void {
  const form = document.querySelector<HTMLFormElement>('[data-find-form]');
  const camera = document.querySelector<HTMLFormElement>('[data-camera-form]');
  if (form === null || camera === null) return;
  form.addEventListener('submit', (event) => {
    event.preventDefault();
    void search(form, camera);
  });
  camera.querySelector('[data-taken] button')?.addEventListener('click', () => {
    take(camera, null, '');
    camera.querySelector<HTMLElement>('[name="address.url"]')?.focus();
  });
}

async function search(form: HTMLFormElement, camera: HTMLFormElement): Promise<void> {
  form.querySelector('.cameras-found')?.remove();
  say(form, FIND.searching, 'said');
  const { ranges, ...body } = bodyOf(form);
  const asked = { ...body, ranges: String(ranges).split(/[\s,;]+/) };
  const { value } = await sending(form, () => send<Search>('POST', '/cameras/find', asked, null));
  if (value === null) return;
  const { cameras } = value;
  say(form, cameras.length === 0 ? FIND.none : FIND.found(cameras.length, value.asked), 'said');
  const list = document.createElement('ol');
  list.className = 'cameras-found';
  for (const [at, one] of cameras.entries()) list.append(itemOf(one, at, camera));
  if (cameras.length > 0) form.append(list);
}

function itemOf(found: Found, at: number, camera: HTMLFormElement): HTMLLIElement {
  const name = titleOf(found);
  const item = document.createElement('li');
  const best = found.streams.find(({ is_best: isBest }) => isBest);
  const size = best === undefined ? [] : [best.codec?.toUpperCase(), sizeOf(best)];
  const known = found.cameras.length === 0 ? [] : [`${FIND.here} ${found.cameras.join(', ')}`];
  const facts = [...found.answers.map((one) => one.toUpperCase()), ...size, ...known];
  const needs = FIND.needs[found.needs] ?? '';
  const lines = [facts.filter(Boolean).join(', '), needs, ...found.notes];
  const title = document.createElement('strong');
  title.textContent = name;
  item.append(title, ...lines.filter(Boolean).map(note));
  const button = document.createElement('button');
  button.type = 'button';
  button.className = 'minor';
  button.textContent = FIND.take;
  button.setAttribute('aria-label', FIND.takeOf(`${at + 1}, ${name}`));
  button.addEventListener('click', () => {
    take(camera, found, `${at + 1}, ${name}`);
    camera.scrollIntoView();
    camera.querySelector<HTMLElement>('[name="id"]')?.focus();
  });
  item.append(button);
  return item;
}

/** @param found null for an address that is typed. */
function take(camera: HTMLFormElement, found: Found | null, name: string): void {
  const part = (of: string) => camera.querySelector<HTMLElement>(`[data-${of}]`);
  const field = (of: string) => camera.querySelector<HTMLInputElement>(`[name="address.${of}"]`);
  const isPathNeeded = found?.needs === 'path';
  for (const [of, isShown] of [
    ['typed', found === null],
    ['taken', found !== null],
    ['path', isPathNeeded],
  ] as const) {
    const element = part(of);
    if (element !== null) element.hidden = !isShown;
  }
  const [url, id, path] = [field('url'), field('found'), field('path')];
  if (url === null || id === null || path === null) return;
  url.required = found === null;
  path.required = isPathNeeded;
  url.value = '';
  path.value = '';
  id.value = found?.id ?? '';
  const told = part('taken')?.querySelector('p');
  if (told) told.textContent = found === null ? '' : `${FIND.taken} ${name}`;
}

function titleOf({ maker, name }: Found): string {
  return [maker, name].filter((part) => part !== null).join(', ') || FIND.unnamed;
}

function sizeOf({ width, height }: Found['streams'][number]): string {
  return width === null || height === null ? '' : `${width} × ${height}`;
}

function note(text: string): HTMLParagraphElement {
  const line = document.createElement('p');
  line.className = 'note';
  line.textContent = text;
  return line;
}
