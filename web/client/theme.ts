/** Runs before the page is drawn: colours that were chosen in this browser hold from the first picture on. */

try {
  const theme = localStorage.getItem('turnout-theme');
  if (theme === 'light' || theme === 'dark') document.documentElement.dataset['theme'] = theme;
} catch {
  // A browser that stores nothing shows the colours of the system.
}
