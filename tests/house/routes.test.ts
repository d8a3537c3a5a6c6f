/** Every loader authorises itself, every action goes through `mutate`, addresses stay as they are (design §4, §7). */
import { describe, expect, test } from 'vitest'
import { paths } from '../../app/paths'
import routes from '../../app/routes'
import { sourcesIn } from './sources'

const modules = sourcesIn('app/features', 'app/kit')

/** Pages for people who are not signed in, the ways in and out, and what tells a refusal. */
const open = ['app/features/session/']

const isOpen = (path: string) => open.some((folder) => path.startsWith(folder))

describe('route modules', () => {
  test('have loaders that authorise themselves', () => {
    const bare = modules.filter(
      (source) =>
        /export (async )?function loader\b/.test(source.text) &&
        !isOpen(source.path) &&
        !/\b(readerFor|levelBelow|designerCall|(edit|creation|confirmation|deletion|bulk)Data)\(args\b/.test(
          source.text,
        ),
    )
    expect(bare.map((source) => source.path)).toEqual([])
  })

  test('have actions that go through mutate, or keep what is of the person alone', () => {
    const bare = modules.filter(
      (source) =>
        /export (async )?function action\b/.test(source.text) &&
        !isOpen(source.path) &&
        !/\b(mutate|personalSetting|(edit|creation|confirmation|deletion|bulk)Action)\(args\b/.test(source.text),
    )
    expect(bare.map((source) => source.path)).toEqual([])
  })

  test('are given loaders and actions by kits that do the same', () => {
    const kits = sourcesIn('app/kit', 'app/features').flatMap(({ path, text }) =>
      [...text.matchAll(/\nexport (?:async )?function (\w+(?:Data|Action|ChangePage))\b[\s\S]*?\n\}\n/g)].flatMap(
        ([body, name]) => (/args: (Loader|Action)FunctionArgs/.test(body) ? [{ name: `${path} ${name}`, body }] : []),
      ),
    )
    const asks = /\b(readerFor|mutate|loadChangePage|confirmation(Data|Action))\(\s*args\b/
    expect(kits.map(({ name }) => name.split(' ')[1])).toEqual(
      expect.arrayContaining(['editData', 'editAction', 'creationAction', 'deletionAction', 'loadChangePage']),
    )
    expect(kits.filter(({ body }) => !asks.test(body)).map(({ name }) => name)).toEqual([])
  })

  test('declare loaders and actions as functions, so that no server code stays in a browser bundle', () => {
    expect(
      modules.filter((source) => /export const (loader|action)\b/.test(source.text)).map((source) => source.path),
    ).toEqual([])
  })

  test('give no button an address or a method of its own, which browsers for text do not know', () => {
    const drawn = sourcesIn('app')
    expect(drawn.filter(({ text }) => /\bform(Action|Method)=/.test(text)).map(({ path }) => path)).toEqual([])
  })

  test('write no address by hand', () => {
    const written = modules.filter(
      (source) => /[`'"]\/(tenants|profile|login|logout)\b/.test(source.text) && !isOpen(source.path),
    )
    expect(written.map((source) => source.path)).toEqual([])
  })
})

interface Mounted {
  path?: string | undefined
  file: string
  children?: Mounted[] | undefined
}

/** Each file with the full address it answers. */
function addresses(entries: readonly Mounted[], above = ''): string[] {
  return entries.flatMap((entry) => {
    const full = entry.path ? `${above}/${entry.path}` : above
    return [`${full || '/'}  ${entry.file}`, ...addresses(entry.children ?? [], full)]
  })
}

describe('addresses', () => {
  test('are mounted where they are named', async () => {
    const mounted = addresses((await routes) as Mounted[]).map((line) => line.split('  ')[0])
    const unmounted = Object.entries(paths).filter(([, path]) => !mounted.includes(path))
    expect(unmounted).toEqual([])
  })

  test('are these', async () => {
    expect(addresses((await routes) as Mounted[])).toMatchSnapshot()
  })
})
