/** What a screen that is always on needs: nothing burns in, and it does not go to sleep. */

/** Source: the wall's design: some pixels every five minutes. */
const EVERY_MS = 300_000;
/** Inside the margin of the page, px. */
const PLACES = [
  [0, 0],
  [6, 3],
  [3, 6],
  [-3, 6],
  [-6, 3],
  [-6, -3],
  [-3, -6],
  [3, -6],
  [6, -3],
] as const;

export function startShift(body: HTMLElement): void {
  let at = 0;
  window.setInterval(() => {
    at = (at + 1) % PLACES.length;
    const [x = 0, y = 0] = PLACES[at] ?? [];
    body.style.translate = `${x}px ${y}px`;
  }, EVERY_MS);
}

/** Where the browser lets a page do so: over https, and on the computer itself. */
export function keepAwake(): void {
  const ask = () => {
    if (!document.hidden) navigator.wakeLock?.request('screen').catch(() => undefined);
  };
  document.addEventListener('visibilitychange', ask);
  ask();
}
