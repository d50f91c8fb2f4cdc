/** Who signs out and goes back sees no figures: a browser shows such a page from its memory without asking the server. */

addEventListener('pageshow', ({ persisted }) => {
  const [entry] = performance.getEntriesByType('navigation') as PerformanceNavigationTiming[];
  const isBack = persisted || entry?.type === 'back_forward';
  if (!isBack || document.querySelector('[data-signed-in]') === null) return;
  const asked = { method: 'HEAD', headers: { Accept: 'text/html' }, cache: 'no-store' } as const;
  fetch(location.href, asked).then(
    ({ status }) => status === 401 && location.reload(),
    // The server is away: the page says so by itself.
    () => undefined,
  );
});
