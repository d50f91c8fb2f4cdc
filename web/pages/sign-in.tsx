/** What stands in place of the pages of a gym that are not open to everyone. */

import { Mark } from '../parts/icon.tsx';
import { EN } from '../words/en.ts';

export function signInPage() {
  const { title, text, how, commands, keys } = EN.signIn;
  return (
    <main class="plain" id="content">
      <p class="gym">
        <Mark /> {EN.product}
      </p>
      <h1>{title}</h1>
      <p class="sentence">{text}</p>
      <p>{how}</p>
      <pre>
        <code>{commands.join('\n')}</code>
      </pre>
      <p class="context">{keys}</p>
    </main>
  );
}
