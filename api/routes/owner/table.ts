/**
 * THE table of the owner API, under `/operator/v1`: what sets an installation up and looks after it. It is served, checked and
 * documented (`docs/owner-api.md`) from these rows and nothing else.
 */

import { ACCESS } from './access.ts';
import { CAMERAS } from './cameras.ts';
import { CLASSES } from './classes.ts';
import { DETECTORS } from './detectors.ts';
import { IMPORTS } from './imports.ts';
import { LOOK } from './look.ts';
import { NOTIFICATIONS } from './notifications.ts';
import { PLACE } from './place.ts';
import { PROBES } from './probe.ts';
import type { Row } from './row.ts';
import { SOURCES } from './sources.ts';

export const OWNER_TABLE = [
  ...CAMERAS,
  ...LOOK,
  ...PROBES,
  ...DETECTORS,
  ...PLACE,
  ...CLASSES,
  ...IMPORTS,
  ...SOURCES,
  ...ACCESS,
  ...NOTIFICATIONS,
];

type Rows = (typeof OWNER_TABLE)[number];

export type OwnerRow = Rows['name'];

/** What a row answers, by its method and path. */
export type OwnerAnswer<Name extends OwnerRow> =
  Extract<Rows, { readonly name: Name }> extends Row<string, infer Result> ? Result : never;
