/**
 * Figures as text for collectors: OpenMetrics 1.0, or the older text format of Prometheus, in which counters carry
 * their suffix everywhere and units are not said.
 */

export type Labels = Readonly<Record<string, string>>;

export interface Sample {
  /** Behind the family's name, of histograms; counters have `_total`. */
  readonly suffix?: '_bucket' | '_sum' | '_count';
  readonly labels?: Labels;
  readonly value: number;
}

/** Samples of one name. */
export interface Family {
  /** With its unit at the end, in base units: `turnout_storage_bytes`. */
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram' | 'summary';
  readonly help: string;
  readonly samples: readonly Sample[];
}

export type Dialect = 'openmetrics' | 'prometheus';

/** The whole text, with its end mark: a comment to those who do not know it. */
export function expose(families: readonly Family[], dialect: Dialect): string {
  const lines = families.flatMap((family) => [...head(family, dialect), ...samples(family)]);
  return `${[...lines, '# EOF'].join('\n')}\n`;
}

function head({ name, type, help }: Family, dialect: Dialect): string[] {
  const isOpen = dialect === 'openmetrics';
  const told = type === 'counter' && !isOpen ? `${name}_total` : name;
  const unit = /_(seconds|bytes)$/.exec(name)?.[1];
  const units = unit === undefined || !isOpen ? [] : [`# UNIT ${told} ${unit}`];
  return [`# TYPE ${told} ${type}`, ...units, `# HELP ${told} ${escaped(help)}`];
}

function samples(family: Family): string[] {
  const usual = family.type === 'counter' ? '_total' : '';
  return family.samples.map(({ suffix = usual, labels = {}, value }) => {
    const pairs = Object.entries(labels).map(([name, text]) => `${name}="${escaped(text)}"`);
    const set = pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
    return `${family.name}${suffix}${set} ${value}`;
  });
}

function escaped(text: string): string {
  return text.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
