/** Every time zone that the browser knows, and the one in which the world counts. */
export const timeZones: readonly string[] = [...new Set(['UTC', ...Intl.supportedValuesOf('timeZone')])];
