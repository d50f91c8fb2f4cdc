/** Door of the values: texts of the configuration that mean more than their letters. */

export { ADDRESS_FORMS, addressFault, resolveAddress } from './address.ts';
export { DURATION_PATTERN, DURATION_UNITS, formatDuration, parseDuration } from './duration.ts';
export { type Env, interpolate } from './interpolation.ts';
export { parseSize, SIZE_PATTERN, SIZE_UNITS } from './size.ts';
export { isTimezone, zoneOfCity } from './timezone.ts';
export { unsetAddress, unsetSentence, unsetVariables } from './unset.ts';
