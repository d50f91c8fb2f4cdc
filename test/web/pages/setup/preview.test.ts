import { renderToString } from 'preact-render-to-string';
import { expect, it } from 'vitest';
import { previewForm } from '../../../../web/pages/setup/preview.tsx';

it('counts changes that a preview no longer names', () => {
  const counts = { add: 1_000, change: 3, move: 1, cancel: 0, remove: 0, unchanged: 5 };
  const change = { kind: 'add', class: null, name: 'Yoga', starts_at: '', fields: [] };
  const lists = { joins: [], faults: [], passed_over: [], odd_ones: [], too_many: [], sample: [] };
  const columns = { columns: [], unused_columns: [], rooms: [] };
  const preview = { counts, changes: [change], classes: 1_009, ...lists, ...columns };
  const page = renderToString(previewForm(preview as never, { fields: new Map() } as never, []));
  expect(page).toContain('<h4>Changes</h4><ul class="findings"><li>… and 4 more</li></ul>');
});
