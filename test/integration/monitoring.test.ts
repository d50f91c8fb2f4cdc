/** The alerts and the dashboard in `deploy/` ask for nothing that `/metrics` of a running server does not have. */

import { spawnSync } from 'node:child_process';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Writable } from 'node:stream';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { parse } from 'yaml';
import { start } from '../../main.ts';
import { textOf } from '../support/tree.ts';
import { until } from '../support/until.ts';

const ALERTS = 'deploy/prometheus/alerts.yml';
const DASHBOARD = 'deploy/grafana/turnout.json';
const PROMTOOL = spawnSync('promtool', ['--version']).status === 0;

interface Rule {
  readonly alert: string;
  readonly expr: string;
  readonly for?: string;
  readonly labels: { readonly severity: string };
  readonly annotations: { readonly summary: string; readonly description: string };
}
interface Panel {
  readonly id: number;
  readonly type: string;
  readonly title: string;
  readonly gridPos: Readonly<Record<'x' | 'y' | 'w' | 'h', number>>;
  readonly targets?: readonly { readonly expr: string; readonly legendFormat: string }[];
}

const { groups } = parse(textOf(ALERTS)) as { groups: readonly { rules: readonly Rule[] }[] };
const rules = groups.flatMap((group) => group.rules);
const dashboard = JSON.parse(textOf(DASHBOARD)) as {
  readonly panels: readonly Panel[];
  readonly templating: { readonly list: readonly { readonly definition?: string }[] };
};
const targets = dashboard.panels.flatMap((panel) => panel.targets ?? []);
const expressions = [
  ...rules.map(({ alert, expr }) => [alert, expr] as const),
  ...targets.map(({ expr }) => [expr, expr] as const),
  ...dashboard.templating.list.flatMap(({ definition }) =>
    definition === undefined ? [] : [[definition, definition] as const],
  ),
];

const CONFIG = (backups: string) => `
gyms:
  - id: north
    timezone: Europe/London
    rooms:
      - id: studio
        cameras: [{ id: hall, url: "scene:studio?people=3&seed=7" }]
sampling: { class_period: 200ms, idle_period: 200ms }
backup: { to: "${backups}" }
`;

/** What a label of a metric may be: with values where these are a few that are always there. */
type Exposed = ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;

/** Of Prometheus itself. */
const OF_SCRAPES = new Set(['instance', 'job']);
/** Labels with values that come and go. */
const OPEN = new Set(['status', 'detector', 'method', 'path']);

let exposed: Exposed = new Map();
let stop = () => Promise.resolve();

beforeAll(async () => {
  const folder = await mkdtemp(join(tmpdir(), 'turnout-monitoring-'));
  await mkdir(join(folder, 'backups'));
  await writeFile(join(folder, 'turnout.yaml'), CONFIG(join(folder, 'backups')));
  const running = await start({
    variables: {
      PORT: '0',
      TURNOUT_DATA: join(folder, 'data'),
      TURNOUT_CONFIG: join(folder, 'turnout.yaml'),
    },
    logTo: new Writable({ write: (_chunk, _encoding, done) => done() }),
  });
  stop = async () => {
    await running.stop();
    await rm(folder, { recursive: true, force: true });
  };
  await until(async () => {
    const answer = await fetch(`${running.url}/metrics`, { headers: { accept: 'text/plain' } });
    exposed = readMetrics(await answer.text());
    return (exposed.get('turnout_camera_sample_age_seconds')?.size ?? 0) > 0;
  });
}, 60_000);
afterAll(() => stop());

describe('alerts and dashboard', () => {
  it.each(expressions)('%s asks for what is there', (_, expr) => {
    const wanted = selectorsOf(expr);
    expect(wanted.length).toBeGreaterThan(0);
    for (const selector of wanted) expectExposed(selector);
    const labels = new Set(wanted.flatMap(({ name }) => [...(exposed.get(name)?.keys() ?? [])]));
    for (const label of groupedBy(expr)) expect([...labels, ...OF_SCRAPES]).toContain(label);
    expect(isBalanced(expr)).toBe(true);
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

  it.skipIf(!PROMTOOL)(`pass promtool${PROMTOOL ? '' : ' (skipped: it is not installed)'}`, () => {
    const { status, stdout, stderr } = spawnSync('promtool', ['check', 'rules', ALERTS]);
    expect([status, `${stdout}${stderr}`]).toEqual([0, expect.stringContaining('SUCCESS')]);
  });

  it('draw panels that do not overlap, and legends of labels that there are', () => {
    const ids = dashboard.panels.map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    const cells = dashboard.panels.flatMap(({ gridPos: { x, y, w, h } }) =>
      Array.from({ length: w * h }, (_, at) => `${x + (at % w)} ${y + Math.floor(at / w)}`),
    );
    expect(new Set(cells).size).toBe(cells.length);
    for (const { expr, legendFormat } of targets) {
      const shown = [...legendFormat.matchAll(/\{\{(\w+)\}\}/g)].map(([, label]) => label);
      for (const label of shown) expect(groupedBy(expr)).toContain(label);
    }
  });

  it('have a panel or an alert for every metric that there is', () => {
    const used = new Set(
      expressions.flatMap(([, expr]) => selectorsOf(expr).map(({ name }) => name)),
    );
    const unused = [...exposed.keys()].filter(
      (name) => !used.has(name) && !/_(?:sum|count)$/.test(name),
    );
    expect(unused).toEqual([]);
  });
});

function expectExposed({ name, labels }: Selector): void {
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
function readMetrics(text: string): Exposed {
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

function isBalanced(expr: string): boolean {
  let depth = 0;
  for (const letter of expr.replace(/"[^"]*"/g, '')) {
    if ('([{'.includes(letter)) depth += 1;
    if (')]}'.includes(letter)) depth -= 1;
    if (depth < 0) return false;
  }
  return depth === 0;
}
