/** What is true of every form because one component draws them all, and one declaration tells their fields. */
import { expect, test } from 'vitest'
import en from '../../app/i18n/en'
import { enterKey } from '../../app/i18n/error-text'
import fr from '../../app/i18n/fr'
import { sourcesIn } from './sources'

/** The door's own page writes the token itself; the form that leaves for the provider must not carry it. */
const drawers = ['app/ui/form.tsx', 'app/door/error-page.ts', 'app/features/session/logout.tsx']

test('no form is posted that the form component does not draw', () => {
  const drawn = sourcesIn('app').filter(
    ({ path, text }) => !drawers.includes(path) && /<form\b[^>]*method=(?:"post"|\{['"]post['"]\})/is.test(text),
  )
  expect(drawn.map(({ path }) => path)).toEqual([])
  const ways = sourcesIn('app').filter(({ text }) => /formMethod="post"|useSubmit|useFetcher/.test(text))
  expect(ways.map(({ path }) => path)).toEqual([])
})

test('a field that has to be filled in says what to enter, in both languages', async () => {
  const files = sourcesIn('app/features').filter(({ path }) => path.endsWith('/fields.ts'))
  const required = (await Promise.all(files.map(({ path }) => import(/* @vite-ignore */ `../../${path}`)))).flatMap(
    (declared) => Object.values(declared).flatMap(namesOfRequired),
  )
  expect(new Set(required)).toContain('name')
  const sentences: Record<string, string>[] = [en.errors.enter, fr.errors.enter]
  expect(required.filter((name) => sentences.some((enter) => !enter[enterKey(name)]))).toEqual([])
})

/** The names of a record of fields that have to be filled in. */
function namesOfRequired(declared: unknown): string[] {
  if (typeof declared !== 'object' || declared === null) return []
  return Object.entries(declared as Record<string, { isRequired?: unknown } | null>).flatMap(([name, field]) =>
    field?.isRequired === true ? [name] : [],
  )
}
