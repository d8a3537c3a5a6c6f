/**
 * Files of tests that get a process of their own: they set its environment, or open a console's store in it. All others
 * share one, so that what they import is imported once (`tests/house/processes.test.ts` holds them to that).
 */
export const alone = [
  'tests/door/**',
  'tests/promises/**',
  'tests/replicas/**',
  ...['change', 'cut-changes', 'trail', 'trail-late', 'trail-pages', 'trail-tampering'].map(
    (name) => `tests/requests/${name}.test.ts`,
  ),
]
