/** The parts of a backup; separate from the schemas, for pages that only need the names. */

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
  // all that a controller of another maker has
  'files',
] as const

/** The parts of which a controller writes those that are chosen. */
export const chosenParts = backupParts.filter((part) => part !== 'files')
