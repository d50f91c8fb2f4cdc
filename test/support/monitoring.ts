/** What alerts and a dashboard ask for, compared with the `/metrics` of a running program. */

import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { textOf } from './tree.ts';

const PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
interface Panel {
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

/** What a label of a metric may be: with values where these are a few that are always there. */
export type Exposed = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Of Prometheus itself. */
const OF_SCRAPES = new Set(['instance', 'job']);
/** Labels with values that come and go. */
const OPEN = new Set(['status', 'detector', 'method', 'path']);

/**
 * Holds a file of alerts and one of a dashboard.
 *
 * @param exposedNow What `/metrics` of a running program has: read once the tests run.
 */
export function describeMonitoring(
  alerts: string,
  dashboard: string,
  exposedNow: () => Exposed,
  isOwn: (metric: string) => boolean = () => true,
): void {
  const { groups } = parse(textOf(alerts)) as { groups: readonly { rules: readonly Rule[] }[] };
  const rules = groups.flatMap((group) => group.rules);
  const { panels, templating } = JSON.parse(textOf(dashboard)) as {
    readonly panels: readonly Panel[];
    readonly templating: { readonly list: readonly { readonly definition?: string }[] };
  };
  const targets = panels.flatMap((panel) => panel.targets ?? []);
  const definitions = templating.list.flatMap(({ definition }) => definition ?? []);
  /** With what they are called. */
  const expressions = [
    ...rules.map(({ alert, expr }) => [alert, expr] as const),
    ...[...targets.map(({ expr }) => expr), ...definitions].map((expr) => [expr, expr] as const),
  ];
  describe('alerts and dashboard', () => {
    it.each(expressions)('%s asks for what is there', (_, expr) => {
      const wanted = selectorsOf(expr);
      expect(wanted.length).toBeGreaterThan(0);
      for (const selector of wanted) expectExposed(selector, exposedNow());
      const labels = new Set(
        wanted.flatMap(({ name }) => [...(exposedNow().get(name)?.keys() ?? [])]),
      );
      for (const label of groupedBy(expr)) expect([...labels, ...OF_SCRAPES]).toContain(label);
    });

    it('name each alert once, with its severity and what to do', () => {
      const names = rules.map(({ alert }) => alert);
      expect(new Set(names).size).toBe(names.length);
      for (const rule of rules) {
        expect(rule.for ?? '1m').toMatch(/^\d+[mh]$/);
        expect(['critical', 'warning', 'info']).toContain(rule.labels.severity);
        expect(rule.annotations.summary.length).toBeGreaterThan(10);
        expect(rule.annotations.description.length).toBeGreaterThan(10);
      }
    });

    it.skipIf(!PROMTOOL)('pass promtool (skipped where it is not installed)', () => {
      const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', alerts]);
      expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
    });

    it('draw legends of labels that there are', () => {
      for (const { expr, legendFormat } of targets) {
        const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
        for (const label of shown) expect(groupedBy(expr)).toContain(label);
      }
    });

    it('have a panel or an alert for every metric that there is', () => {
      const used = new Set(
        expressions.flatMap(([, expr]) => selectorsOf(expr).map(({ name }) => name)),
      );
      const unused = [...exposedNow().keys()].filter(
        (name) => isOwn(name) && !used.has(name) && !/_(?:sum|count)$/.test(name),
      );
      expect(unused).toEqual([]);
    });
  });
}

function expectExposed({ name, labels }: Selector, exposed: Exposed): void {
  if (name === 'up') return;
  expect([...exposed.keys()]).toContain(name);
  const known = exposed.get(name) ?? new Map<string, ReadonlySet<string>>();
  for (const [label, values] of labels) {
    if (OF_SCRAPES.has(label)) continue;
    expect([...known.keys()]).toContain(label);
    if (OPEN.has(label)) continue;
    for (const value of values) expect([...(known.get(label) ?? [])]).toContain(value);
  }
}

/** Names of samples with their labels; families without a sample too. */
export function readMetrics(text: string): Exposed {
  const found = new Map<string, Map<string, Set<string>>>();
  for (const line of text.split('\n')) {
    const [, empty] = /^# TYPE (\S+) (?:gauge|counter|summary)$/.exec(line) ?? [];
    if (empty !== undefined) found.set(empty, found.get(empty) ?? new Map());
    const [, name, labels = ''] = /^([a-z_]+)(?:\{(.*)\})? \S+$/.exec(line) ?? [];
    if (name === undefined) continue;
    const known = found.get(name) ?? new Map<string, Set<string>>();
    found.set(name, known);
    for (const [, label = '', value = ''] of labels.matchAll(/(\w+)="([^"]*)"/g)) {
      known.set(label, (known.get(label) ?? new Set()).add(value));
    }
  }
  return found;
}

interface Selector {
  readonly name: string;
  readonly labels: readonly (readonly [label: string, values: readonly string[]])[];
}

function selectorsOf(expr: string): readonly Selector[] {
  return [...expr.matchAll(/\b(turnout_[a-z_]+|up)\b(?:\{([^}]*)\})?/g)].map(
    ([, name = '', inside = '']) => ({
      name,
      labels: [...inside.matchAll(/(\w+)(?:=|!=|=~|!~)"([^"]*)"/g)].map(
        ([, label = '', value = '']) => [label, value.split('|')] as const,
      ),
    }),
  );
}

function groupedBy(expr: string): readonly string[] {
  return [...expr.matchAll(/\bby \(([^)]*)\)/g)].flatMap(([, list = '']) => list.split(/,\s*/));
}
