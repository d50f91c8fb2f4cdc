/** Time zones by their names in the IANA data base, and which one a person may mean. */

import { distance } from 'fastest-levenshtein';

/** Whether Node knows the zone. Names only, as the data base writes them: "+01:00" has no summer time. */
export function isTimezone(name: string): boolean {
  if (!/^[A-Za-z][A-Za-z0-9_+/-]*$/.test(name)) return false;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone !== '';
  } catch (error) {
    // The one way to ask: a name that is not known is a RangeError. Anything else is a fault of ours.
    if (error instanceof RangeError) return false;
    throw error;
  }
}

/** The zone of a city, such as Europe/Berlin for "berlin" and "Belrin"; null where no zone is called so. */
export function zoneOfCity(typed: string): string | null {
  const city = typed.trim().replace(/\s+/g, '_').toLowerCase();
  const cities = Intl.supportedValuesOf('timeZone').map((zone) => ({ zone, name: cityOf(zone) }));
  const exact = cities.find(({ name }) => name === city);
  // Two edits in six letters, and the first letter is right: a city that is missing must not become another one.
  const near = cities.find(
    ({ name }) => name[0] === city[0] && distance(name, city) <= Math.floor(city.length / 3),
  );
  return (exact ?? near)?.zone ?? null;
}

function cityOf(zone: string): string {
  return zone.slice(zone.lastIndexOf('/') + 1).toLowerCase();
}
