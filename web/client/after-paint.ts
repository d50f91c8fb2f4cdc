/**
 * Runs before the page is drawn: colours that were chosen in this browser hold from the first picture on. The script of the
 * page, named by `data-then`, is loaded after that picture: the figures are on the page already, and wait for no script.
 */

try {
  const theme = localStorage.getItem('turnout-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // A browser that stores nothing shows the colours of the system.
}

const script = document.currentScript?.dataset['then'];
if (script !== undefined) {
  const load = () => requestAnimationFrame(() => setTimeout(() => void import(script)));
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', load);
  else load();
}
