/** What a backup can hold; apart from the schemas, for pages that name it. */

/** The data types of a controller's own backup (E). */
export const backupParts = [
  'timeZone',
  'webServer',
  'weather',
  'network',
  'users',
  'moduleFirmware',
  'certificate',
  'hostname',
  'gfx',
  'bacnet',
  'persistency',
  'trendLog',
  'openAdr',
] as const
