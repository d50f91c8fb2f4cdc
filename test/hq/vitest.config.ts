import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';

/** `npm run test:chain`: what needs a PostgreSQL or a Caddy. Each file says what it skips where they are missing. */
export default defineConfig({
  root: fileURLToPath(new URL('../..', import.meta.url)),
  test: {
    name: 'chain',
    include: ['test/hq/**/*.test.ts'],
    pool: 'forks',
    testTimeout: 60_000,
    hookTimeout: 60_000,
    env: { ORT_DISABLE_TELEMETRY: '1' },
  },
});
