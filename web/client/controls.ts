/** What a person works on a page with beside links and forms: the choice of colours, the minutes of a curve, keys. */

import { THEME_COOKIE } from '../look/theme.ts';
import { minuteWords } from '../words/format.ts';

/** 400 days are the most that browsers allow. */
const KEPT_S = 400 * 86_400;

export function startControls(): void {
  const choice = document.querySelector<HTMLSelectElement>('.theme select');
  const theme = document.documentElement.dataset['theme'];
  if (choice !== null) choice.value = theme ?? 'auto';
  // On the document: parts of a page are drawn again.
  document.addEventListener('change', ({ target }) => {
    if (target === choice && choice !== null) setTheme(choice.value);
  });
  document.addEventListener('input', ({ target }) => {
    if (target instanceof HTMLInputElement && target.id === 'minute') showMinute(target);
  });
  document.addEventListener('keydown', turn);
}

function setTheme(choice: string): void {
  if (choice === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  const keptS = choice === 'auto' ? 0 : KEPT_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is for pages over https alone
  document.cookie = `${THEME_COOKIE}=${choice}; Path=/; Max-Age=${keptS}; SameSite=Lax`;
}

/** Says what the slider stands on, and draws a line there: the table below the curve has the same. */
function showMinute(slider: HTMLInputElement): void {
  const figure = slider.closest('figure');
  const row = figure?.querySelectorAll<HTMLTableRowElement>('.minutes tbody tr')[+slider.value];
  const [offset, count] = [...(row?.cells ?? [])].map(({ textContent }) => textContent ?? '');
  const words = minuteWords(Number(offset), count ?? '');
  slider.setAttribute('aria-valuetext', words);
  const told = figure?.querySelector('output > span');
  if (told != null) told.textContent = words;
  const line = figure?.querySelector('.cursor');
  const at = `${(100 * Number(slider.value)) / Number(slider.dataset['minutes'])}%`;
  for (const end of ['x1', 'x2']) line?.setAttribute(end, at);
}

/** The arrow keys lead to the day or week before and after, where the page has one. */
function turn(event: KeyboardEvent): void {
  const { key, altKey, ctrlKey, metaKey, shiftKey, target } = event;
  const isPlain = !(altKey || ctrlKey || metaKey || shiftKey || event.defaultPrevented);
  const isTyped = target instanceof Element && target.matches('input, select, textarea');
  const rel = { ArrowLeft: 'prev', ArrowRight: 'next' }[key];
  if (rel === undefined || !isPlain || isTyped || isScrolling(target)) return;
  document.querySelector<HTMLAnchorElement>(`a[rel="${rel}"]`)?.click();
}

/** In a wide table the arrow keys move the table. */
function isScrolling(target: EventTarget | null): boolean {
  return target instanceof HTMLElement && target.scrollWidth > target.clientWidth + 1;
}
