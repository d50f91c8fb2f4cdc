/** What a browser calls itself, short: for a person who looks through a list of sign-ins. It proves nothing. */

const BROWSERS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\bEdgA?\//, 'Edge'],
  [/\bOPR\//, 'Opera'],
  [/\bSamsungBrowser\//, 'Samsung Internet'],
  [/\bFirefox\/|\bFxiOS\//, 'Firefox'],
  [/Chrom(?:e|ium)\/|\bCriOS\//, 'Chrome'],
  [/\bSafari\//, 'Safari'],
];

const SYSTEMS: readonly (readonly [mark: RegExp, name: string])[] = [
  [/\biPhone\b/, 'iPhone'],
  [/\biPad\b/, 'iPad'],
  [/\bWeb0S\b|\bwebOS\b/, 'LG TV'],
  [/\bTizen\b/, 'Samsung TV'],
  [/\bAndroid\b/, 'Android'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/\bWindows\b/, 'Windows'],
  [/\bMac OS X\b/, 'Mac'],
  [/\bLinux\b/, 'Linux'],
];

/** `Firefox on Android`. */
export function deviceOf(headers: ReadonlyMap<string, string>): string {
  const agent = (headers.get('user-agent') ?? '').slice(0, 500);
  const known = (list: typeof BROWSERS) => list.find(([mark]) => mark.test(agent))?.[1];
  return `${known(BROWSERS) ?? 'A browser'} on ${known(SYSTEMS) ?? 'another system'}`;
}
