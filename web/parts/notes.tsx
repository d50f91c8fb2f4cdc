/** What is to be known with the figures of a page: days that are missing, and what was compared. */

export function Notes({ notes }: { readonly notes: readonly string[] }) {
  return notes.map((note) => (
    <p class="context" key={note}>
      {note}
    </p>
  ));
}
