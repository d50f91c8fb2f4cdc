/** Runs in a page, as one expression: what is wrong with it, as sentences. The rules are those of WCAG 2.2 AA that can be measured. */
(() => {
  const faults = [];
  const all = (selector) => [...document.querySelectorAll(selector)];
  const expect = (isRight, fault) => {
    if (!isRight) faults.push(fault);
  };

  expect(document.documentElement.lang === 'en', 'no language');
  expect(document.title.length > 5, 'no title');
  expect(all('main').length === 1, 'not one main');
  expect(all('h1').length === 1, 'not one h1');
  const levels = all('h1,h2,h3,h4').map((heading) => Number(heading.tagName[1]));
  levels.forEach((level, at) => {
    expect(level <= (levels[at - 1] ?? 0) + 1, `heading ${at} leaves out a level`);
  });
  for (const field of all('input:not([type=hidden]),textarea')) {
    expect(field.labels.length === 1, `field ${field.id} has no label`);
    for (const id of field.getAttribute('aria-describedby')?.split(' ') ?? []) {
      expect(document.getElementById(id) !== null, `field ${field.id} is described by nothing`);
    }
  }
  for (const control of all('button,a')) {
    expect(control.textContent.trim() !== '', 'a control without a name');
    const isSmall = control.tagName === 'BUTTON' && control.getBoundingClientRect().height < 36;
    expect(!control.checkVisibility() || !isSmall, 'a button is too small');
  }
  for (const drawing of all('svg')) {
    expect(drawing.getAttribute('aria-hidden') === 'true', 'a drawing without a word');
  }
  const ids = all('[id]').map(({ id }) => id);
  expect(new Set(ids).size === ids.length, 'an id twice');
  expect(document.documentElement.scrollWidth <= innerWidth, 'wider than the window');

  const partsOf = (color) => (color.match(/[\d.]+/g) ?? []).map(Number);
  const luminance = (color) => {
    const [red, green, blue] = color.slice(0, 3).map((part) => {
      const value = part / 255;
      return value <= 0.04045 ? value / 12.92 : ((value + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue;
  };
  const groundOf = (element) => {
    if (element === null) return [255, 255, 255];
    const color = partsOf(getComputedStyle(element).backgroundColor);
    return color[3] === 0 ? groundOf(element.parentElement) : color;
  };
  const hasText = (element) =>
    [...element.childNodes].some((node) => node.nodeType === 3 && node.textContent.trim() !== '');
  let texts = 0;
  for (const element of all('main *, header *')) {
    if (!hasText(element) || !element.checkVisibility()) continue;
    texts += 1;
    const text = luminance(partsOf(getComputedStyle(element).color));
    const ground = luminance(groundOf(element));
    const contrast = (Math.max(text, ground) + 0.05) / (Math.min(text, ground) + 0.05);
    const words = element.textContent.trim().slice(0, 20);
    expect(contrast >= 4.5, `"${words}" has a contrast of ${contrast.toFixed(2)}`);
  }
  expect(texts > 3, 'no texts');
  return faults;
})();
