/**
 * A button `data-copy="id"` copies the text of the element `id`, and the page says so in its live region `copied`. Where a
 * browser has no clipboard for us (plain http in a network) the old way is tried; where that fails too the text is marked,
 * and the page says what to press.
 */

export function startCopying(): void {
  const said = document.getElementById('copied');
  for (const button of document.querySelectorAll<HTMLButtonElement>('[data-copy]')) {
    const source = document.getElementById(button.dataset['copy'] ?? '');
    if (source === null || said === null) continue;
    button.hidden = false;
    button.addEventListener('click', async () => {
      const isCopied = await copied(source);
      said.hidden = false;
      said.textContent = isCopied ? 'Copied.' : 'Marked: press Control or Command and C to copy.';
    });
  }
}

/** Whether it is in the clipboard; else it is marked. `execCommand` is the only way over plain http. */
async function copied(source: HTMLElement): Promise<boolean> {
  const text = source instanceof HTMLTextAreaElement ? source.value : source.textContent;
  try {
    await navigator.clipboard.writeText(text);
    return true;
  } catch {
    if (source instanceof HTMLTextAreaElement) source.select();
    else getSelection()?.selectAllChildren(source);
    return document.execCommand('copy');
  }
}
