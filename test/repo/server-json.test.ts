/** What agents' shops are told is what the package says. */

import { expect, it } from 'vitest';
import { textOf } from '../support/tree.ts';

it('server.json names the package, its version and its MCP name', () => {
  const { name, version, mcpName } = JSON.parse(textOf('package.json'));
  const server = JSON.parse(textOf('server.json'));
  expect(server).toMatchObject({ name: mcpName, version });
  expect(server.packages).toMatchObject([{ identifier: name, version }]);
  expect(server.description.length).toBeLessThanOrEqual(100);
});
