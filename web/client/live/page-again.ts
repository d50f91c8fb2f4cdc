/** The page as the server draws it now, put into the page that is open: for what the stream tells of, but not how it looks. */

import { patch } from './patch.ts';

/** What came of it. */
export type Reading = 'read' | 'signed_out' | 'failed';

const TIMEOUT_MS = 10_000;

interface Rules {
  readonly leave: (element: Element) => void;
}

export async function readPageAgain(rules: Rules): Promise<Reading> {
  const answer = await ask(`${location.pathname}${location.search}`);
  if (answer === null) return 'failed';
  const { status, page } = answer;
  if (status === 401 || status === 403) return 'signed_out';
  const [is, will] = [document.querySelector('main'), page?.querySelector('main') ?? null];
  if (is === null || will === null || page === null || status !== 200) return 'failed';
  patch(is, will, rules);
  if (document.title !== page.title) document.title = page.title;
  return 'read';
}

interface Answered {
  readonly status: number;
  readonly page: Document | null;
}

/** By XMLHttpRequest: it reads a page without making markup of a text, which the policy forbids. */
function ask(address: string): Promise<Answered | null> {
  return new Promise((resolve) => {
    const request = new XMLHttpRequest();
    request.open('GET', address);
    request.setRequestHeader('Accept', 'text/html');
    request.responseType = 'document';
    request.timeout = TIMEOUT_MS;
    request.onloadend = () =>
      resolve(request.status === 0 ? null : { status: request.status, page: request.responseXML });
    request.send();
  });
}
