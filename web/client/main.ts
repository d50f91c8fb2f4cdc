/** The script of every page. A page is whole without it: this keeps it as its gym is now. */

import { THEME_COOKIE } from '../look/tokens.ts';
import { minuteWords } from '../words/format.ts';
import { followGym } from './live/follow.ts';

/** 400 days are the most that browsers allow. */
const MAX_AGE_S = 400 * 86_400;
/** Chosen here: nobody waits long in front of a screen, and a person types the code for ten seconds. */
const EVERY_MS = 3_000;

/** Of ISO 4217, each with the countries that have it. */
const CURRENCIES = [
  'EUR AT BE CY DE EE ES FI FR GR HR IE IT LT LU LV MT NL PT SI SK',
  'GBP GB',
  'USD US',
  'CAD CA',
  'AUD AU',
  'NZD NZ',
  'CHF CH LI',
  'SEK SE',
  'NOK NO',
  'DKK DK',
  'PLN PL',
  'CZK CZ',
].map((line) => line.split(' '));

/** A new gym is where its owner sits, more often than where the server thinks it is. */
const zone = document.querySelector<HTMLSelectElement>('select[data-guess]');
const own = new Intl.DateTimeFormat().resolvedOptions().timeZone;
if (zone !== null && [...zone.options].some(({ value }) => value === own)) zone.value = own;
const money = zone?.form?.elements.namedItem('currency');
const { region = '' } = new Intl.Locale(navigator.language).maximize();
if (money instanceof HTMLInputElement && money.value === '')
  money.value = CURRENCIES.find((one) => one.includes(region))?.[0] ?? '';

startControls();
startCopying();

const page = document.querySelector<HTMLElement>('[data-followed]');
if (page !== null) followGym(page);

/** Who signs out and goes back sees no figures: a browser shows such a page from its memory without asking the server. */
addEventListener('pageshow', ({ persisted }) => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isBack = persisted || entry?.type === 'back_forward';
  if (!isBack || document.querySelector('[data-signed-in]') === null) return;
  const request = { method: 'HEAD', headers: { Accept: 'text/html' }, cache: 'no-store' } as const;
  fetch(location.href, request).then(
    ({ status }) => status === 401 && location.reload(),
    // The server is away: the page says so by itself.
    () => undefined,
  );
});

/** On a screen that waits to be let in: goes on once an owner has typed its code. */
async function ask(): Promise<void> {
  try {
    const answer = await fetch('/screen', { method: 'POST' });
    const { state } = (await answer.json()) as { state: string };
    // What is over gets another code.
    if (state !== 'waiting') return location.replace('/screen');
  } catch {
    // The server is away for a moment.
  }
  setTimeout(ask, EVERY_MS);
}

if (document.querySelector('[data-waits]') !== null) setTimeout(ask, EVERY_MS);

function startControls(): void {
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
  document.addEventListener('keydown', followArrow);
}

function setTheme(choice: string): void {
  if (choice === 'auto') delete document.documentElement.dataset['theme'];
  else document.documentElement.dataset['theme'] = choice;
  const maxAgeS = choice === 'auto' ? 0 : MAX_AGE_S;
  // biome-ignore lint/suspicious/noDocumentCookie: the Cookie Store API is for pages over https alone
  document.cookie = `${THEME_COOKIE}=${choice}; Path=/; Max-Age=${maxAgeS}; SameSite=Lax`;
}

/** Says what the slider stands on, and draws a line there: the table below the curve has the same. */
function showMinute(slider: HTMLInputElement): void {
  const figure = slider.closest('figure');
  const row = figure?.querySelectorAll<HTMLTableRowElement>('.minutes tbody tr')[+slider.value];
  const [offset, count] = [...(row?.cells ?? [])].map(({ textContent }) => textContent ?? '');
  const words = minuteWords(Number(offset), count ?? '');
  slider.setAttribute('aria-valuetext', words);
  const label = figure?.querySelector('output > span');
  if (label != null) label.textContent = words;
  const line = figure?.querySelector('.cursor');
  const at = `${(100 * Number(slider.value)) / Number(slider.dataset['minutes'])}%`;
  for (const end of ['x1', 'x2']) line?.setAttribute(end, at);
}

/** The arrow keys lead to the day or week before and after, where the page has one. */
function followArrow(event: KeyboardEvent): void {
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

/**
 * A button `data-copy="id"` copies the text of the element `id`. Where a browser has no clipboard for us (plain http in a
 * network) the old way is tried; where that fails too the text is marked, and the page says what to press.
 */
function startCopying(): void {
  const status = document.getElementById('copied');
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const source = document.getElementById(button.dataset['copy'] ?? '');
    if (source === null || status === null) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const isCopied = await copied(source);
      status.hidden = false;
      status.textContent = isCopied ? 'Copied.' : 'Marked: press Control or Command and C to copy.';
    });
  }
}

/** Whether it is in the clipboard; else it is marked. `execCommand` is the only way over plain http. */
async function copied(source: HTMLElement): Promise<boolean> {
  const text = source instanceof HTMLTextAreaElement ? source.value : source.textContent;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (source instanceof HTMLTextAreaElement) source.select();
    else getSelection()?.selectAllChildren(source);
    return document.execCommand('copy');
  }
}
