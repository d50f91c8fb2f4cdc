/**
 * How people name days: tables of phrases and the span each one means. What the words mean is fixed in
 * `docs/questions.md`, "Time". Slots are read by `slots.ts`.
 */

import { Phrases } from '../text/pattern.ts';
import { NAMED } from './named.ts';
import { RELATIVE } from './relative.ts';
import type { Make } from './span.ts';
import { WRITTEN } from './written.ts';

export const DATE_PHRASES = new Phrases<Make>([...RELATIVE, ...NAMED, ...WRITTEN]);
