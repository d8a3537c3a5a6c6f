/**
 * Files of tests that get a process of their own: they set its environment, which is read once, or its clock. All others
 * share one, so that what they import is imported once (`tests/house/processes.test.ts` holds them to that).
 */
export const alone = [
  ...['features', 'rights', 'session', 'sign-in'].map((name) => `tests/door/${name}.test.ts`),
  'tests/requests/handed-on.test.ts',
  'tests/services/earlier-links.test.ts',
  'tests/services/link-process.test.ts',
]
