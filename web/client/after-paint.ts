/**
 * Loads the script of the page, named by `data-then`, after the first picture: the figures are on the page already, and wait
 * for no script.
 */

const script = document.currentScript?.dataset['then'];
if (script !== undefined) {
  const load = () => requestAnimationFrame(() => setTimeout(() => void import(script)));
  if (document.readyState === 'loading') addEventListener('DOMContentLoaded', load);
  else load();
}
