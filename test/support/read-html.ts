/** Text of a page as a browser reads it: its entities are the signs that they stand for. */

const SIGNS = { lt: '<', gt: '>', quot: '"', '#39': "'", '#96': '`', amp: '&' };

export const readHtml = (page: string) =>
  page.replaceAll(/&(lt|gt|quot|#39|#96|amp);/g, (_, name: keyof typeof SIGNS) => SIGNS[name]);
