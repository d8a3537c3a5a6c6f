/** Every form that is posted says who drew it, because one component draws them all. */
import { expect, test } from 'vitest'
import { sourcesIn } from './sources'

/** The door's own page writes the token itself; the form that leaves for the provider must not carry it. */
const drawers = ['app/ui/form.tsx', 'app/door/refusal-page.ts', 'app/routes/session/logout.tsx']

test('no form is posted that the form component does not draw', () => {
  const drawn = sourcesIn('app').filter(
    ({ path, text }) => !drawers.includes(path) && /<form\b[^>]*method=(?:"post"|\{['"]post['"]\})/is.test(text),
  )
  expect(drawn.map(({ path }) => path)).toEqual([])
  const ways = sourcesIn('app').filter(({ text }) => /formMethod="post"|useSubmit|useFetcher/.test(text))
  expect(ways.map(({ path }) => path)).toEqual([])
})
