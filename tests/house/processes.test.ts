/** Files of tests that share a process leave it as it was. */
import { expect, test } from 'vitest'
import { alone } from '../alone'
import { sourcesIn } from './sources'

test('what sets the environment or the clock has a process of its own', () => {
  const shared = sourcesIn('tests').filter(({ path }) => /\.test\.tsx?$/.test(path) && !alone.includes(path))
  const marks = [
    /process\.env\.\w+\s*=[^=]/,
    /Object\.assign\(process\.env/,
    /vi\.(useFakeTimers|stub|mock|doMock|spyOn)/,
    /console-process'/,
    /process\.chdir\(/,
  ]
  const offences = shared.filter(
    ({ path, text }) => path !== 'tests/house/processes.test.ts' && marks.some((mark) => mark.test(text)),
  )
  expect(offences.map(({ path }) => path)).toEqual([])
})
