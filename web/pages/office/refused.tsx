/** A page that is not at the head office, or not for the key: one sentence, and the way to the list. */

interface Way {
  readonly address: string;
  readonly word: string;
}

export function refusedPage(title: string, text: string, { address, word }: Way) {
  return (
    <main class="plain" id="content">
      <h1>{title}</h1>
      <p>{text}</p>
      <p>
        <a href={address}>{word}</a>
      </p>
    </main>
  );
}
