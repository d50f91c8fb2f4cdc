// What is wrong with the page as it stands: sentences; none is good. Runs in a page, as one expression.
(() => {
  const isShown = (element) =>
    element.checkVisibility({ visibilityProperty: true }) &&
    element.closest('.unseen, .skip') === null;
  const shown = [...document.querySelectorAll('body *')].filter(isShown);
  const startOf = (element) => element.textContent.trim().slice(0, 40);

  const width = document.documentElement.scrollWidth;
  const wide =
    width > innerWidth ? [`the page is ${width} px wide in a window of ${innerWidth}`] : [];

  const cut = shown
    .filter((one) => getComputedStyle(one).overflowX === 'hidden')
    .filter((one) => one.scrollWidth > one.clientWidth + 1 && startOf(one) !== '')
    .map((one) => `cut off: ${startOf(one)}`);

  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.data.trim() !== '');
  const small = shown.filter(hasText).flatMap((one) => {
    const size = Number.parseFloat(getComputedStyle(one).fontSize);
    return size > 0 && size < 13 ? [`letters of ${size} px: ${startOf(one)}`] : [];
  });

  const isOver = (one, other) => {
    const [a, b] = [one.getBoundingClientRect(), other.getBoundingClientRect()];
    const across = Math.min(a.right, b.right) - Math.max(a.left, b.left);
    const down = Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top);
    // An open menu lies over the page on purpose, and closes again.
    const isOverlaid = (one.closest('.menu') === null) !== (other.closest('.menu') === null);
    return across > 1 && down > 1 && !one.contains(other) && !isOverlaid;
  };
  const controls = shown.filter(
    (one) => one.matches('a, button, input, select, summary') && one.closest('.places') === null,
  );
  const overlaps = controls.flatMap((one, at) =>
    controls
      .slice(at + 1, at + 12)
      .filter((other) => isOver(one, other))
      .map((other) => `on top of each other: ${startOf(one)} and ${startOf(other)}`),
  );
  return [...wide, ...cut, ...small, ...overlaps];
})();
