import { expect, it } from 'vitest';
import { releasedChangelog, releaseNotes } from '../../../scripts/release/version.ts';

const TOP = '# Changelog\n\n## Unreleased\n';

it('a release takes what was unreleased, under a fresh heading', () => {
  const changelog = `${TOP}\n### Added\n\n- A thing.\n`;
  expect(releasedChangelog(changelog, '0.2.0', '2026-11-23')).toBe(
    `${TOP}\n## 0.2.0 (2026-11-23)\n\n### Added\n\n- A thing.\n`,
  );
});

it('a release of nothing, and a second one of the same version, are refused', () => {
  expect(() => releasedChangelog(`${TOP}\n## 0.1.0 (2026-01-01)\n`, '0.2.0', '2026-11-23')).toThrow(
    'nothing is listed',
  );
  const twice = `${TOP}\n- A thing.\n\n## 0.2.0 (2026-01-01)\n`;
  expect(() => releasedChangelog(twice, '0.2.0', '2026-11-23')).toThrow('expected a new version');
});

it('the notes of a release are its part of the changelog; of a trial, what is unreleased', () => {
  const changelog = `${TOP}\n- New.\n\n## 0.2.0 (2026-11-27)\n\n- A thing.\n\n## 0.1.0 (2026-01-01)\n`;
  expect(releaseNotes(changelog, '0.2.0')).toBe('# Turnout 0.2.0\n\n- A thing.\n\n');
  expect(releaseNotes(changelog, '0.3.0')).toBe('# Turnout 0.3.0\n\n- New.\n\n');
});
