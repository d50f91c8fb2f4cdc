/** Text of a page as a browser reads it: its entities are the signs that they stand for. */

const SIGNS = { lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`', amp: '&' };

export const readHtml = (page: string) =>
  page.replaceAll(/&(lt|gt|quot|#39|#96|amp);/g, (_, name: keyof typeof SIGNS) => SIGNS[name]);

const HIDDEN = /<input type="hidden" name="([^"]*)" value="([^"]*)"/g;

/** Hidden fields of a page, as a browser sends them. */
export const hiddenFields = (page: string): Record<string, string> =>
  Object.fromEntries(
    [...page.matchAll(HIDDEN)].map(([, name = '', value = '']) => [name, readHtml(value)]),
  );
