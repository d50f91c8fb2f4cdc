/** On a screen that waits to be let in: asks whether an owner has typed its code, and goes on when it is so. */

/** Chosen here: nobody waits long in front of a screen, and a person types the code for ten seconds. */
const EVERY_MS = 3_000;

async function ask(): Promise<void> {
  try {
    const answer = await fetch('/screen', { method: 'POST' });
    const { state } = (await answer.json()) as { state: string };
    // What is over gets another code.
    if (state !== 'waiting') return location.replace('/screen');
  } catch {
    // The server is away for a moment.
  }
  setTimeout(ask, EVERY_MS);
}

if (document.querySelector('[data-waits]') !== null) setTimeout(ask, EVERY_MS);
