/**
 * One matrix says who may (design §9): loader, action, menu and the table of addresses that isolation is proved with
 * name its capabilities, and nothing else decides by the name of a role.
 */
import { describe, expect, test } from 'vitest'
import { type ChangeName, capabilitiesFor, changes, flagsFor } from '../../app/changes'
import { type KindName, kindNames } from '../../app/features/configuration/shared/kind'
import { pages } from '../../app/features/configuration/shared/place'
import { type Features, features, flagDefaults } from '../../app/flags'
import { menu } from '../../app/kit/frame/menu'
import { type PathName, paths } from '../../app/paths'
import { type Capability, may } from '../../app/permissions'
import routes from '../../app/routes'
import { type ViewName, viewNames, views } from '../../app/views'
import { capabilities, roleNames } from '../../services/contracts/permissions'
import { everyRoute, routeNames } from '../harness/every-route'
import { sourcesIn } from './sources'

const modules = new Map(sourcesIn('app/features').map(({ path, text }) => [path, text]))

interface Mounted {
  path?: string | undefined
  file: string
  children?: Mounted[] | undefined
}

/** A page with the change of many that it imports: the change is declared beside it, on the server. */
function withBulk(path: string): string {
  const text = modules.get(path) ?? ''
  const name = /\bbulkData\(args, (\w+)/.exec(text)?.[1]
  const from = name && new RegExp(`import \\{[^}]*\\b${name}\\b[^}]*\\} from '\\./([\\w./-]+)'`).exec(text)?.[1]
  const declaring = (from && modules.get(path.replace(/[^/]+$/, `${from}.ts`))) ?? ''
  return `${text}${declaring.slice(declaring.search(new RegExp(`\\bconst ${name}\\b`)))}`
}

/** The module of an address: a layout's own page in place of the layout. */
async function moduleOf(): Promise<(name: PathName) => string> {
  const found = new Map<string, string>()
  const walk = (entries: readonly Mounted[], above: string) => {
    for (const entry of entries) {
      const full = entry.path ? `${above}/${entry.path}` : above
      found.set(full || '/', withBulk(`app/${entry.file}`))
      walk(entry.children ?? [], full)
    }
  }
  walk((await routes) as Mounted[], '')
  return (name) => found.get(paths[name]) ?? ''
}

const asked = (name: PathName): readonly Capability[] => {
  const { asks } = everyRoute[name]
  return asks === null || asks === 'nothing' ? [] : [asks].flat()
}

/** The kind of configuration that an address is of. */
function kindOf(name: PathName): KindName | undefined {
  const namesIn = (part: object | string): string[] =>
    typeof part === 'string' ? [part] : Object.values(part).flatMap(namesIn)
  return kindNames.find((kind) => namesIn(pages[kind]).includes(name))
}

/** The capabilities a loader names: as they are written, or as those of a view or a change, which a kit may ask for. */
function named(text: string, name: PathName): Capability[] {
  const loader = /(async )?function loader\b[\s\S]*?\n\}/.exec(text)?.[0] ?? ''
  const view = (/\bview: '(\w+)'/.exec(loader) ?? /readerOutside\([\s\S]*?'(\w+)'\)/.exec(loader))?.[1]
  if (view) return [views[view as ViewName].capability]
  const kind = /\bview: at\.kind\b/.test(loader) && kindOf(name)
  if (kind) return [views[kind].capability]
  const declared =
    /\b(edit|creation|confirmation|deletion|bulk)Data\(args\b/.test(loader) && /\bchange: '([^']+)'/.exec(text)?.[1]
  if (declared) return [...capabilitiesFor(declared as ChangeName)]
  const found = /capability: (capabilitiesFor\('[^']+'\)|\[[^\]]*\]|'[^']*')/.exec(loader)?.[1]
  const ofChange = /capabilitiesFor\('([^']+)'\)/.exec(found ?? '')?.[1] as ChangeName | undefined
  if (ofChange) return [...capabilitiesFor(ofChange)]
  return [...(found ?? '').matchAll(/'([^']+)'/g)].map(([, one]) => one as Capability)
}

test('every address has an expectation', () => {
  expect([...routeNames].sort()).toEqual(Object.keys(paths).sort())
})

test('every loader asks for what its address is expected to ask for', async () => {
  const text = await moduleOf()
  const wrong = routeNames.flatMap((name) => {
    // The list of tenants asks in the layout around it.
    if (name === 'tenants') return []
    const [is, wanted] = [named(text(name), name).sort().join(), [...asked(name)].sort().join()]
    return is === wanted ? [] : [`${name}: ${is || 'nothing'} instead of ${wanted || 'nothing'}`]
  })
  expect(wrong).toEqual([])
})

test('every address asks for what is kept here, so that nobody is let in by a slip in a table', () => {
  expect(
    routeNames.map((name) => `${name}: ${asked(name).join(' or ') || 'nobody in particular'}`).sort(),
  ).toMatchSnapshot()
})

test('every address to which something is posted says which change', async () => {
  const text = await moduleOf()
  const wrong = routeNames.flatMap((name) => {
    const { changes, asks, isOwn } = everyRoute[name]
    if (isOwn)
      return /\bpersonalSetting\(args\b/.test(text(name)) ? [] : [`${name} takes more than a choice of one's own`]
    const posts = /export (async )?function action\b/.test(text(name)) && asks !== 'nothing'
    if (!posts) return changes ? [`${name} has no action`] : []
    if (!changes) return [`${name} does not say its change`]
    const ofKind = /mutate\(args, (\{ \.\.\.configurationSave\(at\)|\{ name: saveChangeOf\[at\.kind\])/
    if (changes === `${kindOf(name)}.save` && ofKind.test(text(name))) return []
    return new RegExp(`\\b(name|change): '${changes}'`).test(text(name)) ? [] : [`${name} does not make ${changes}`]
  })
  expect(wrong).toEqual([])
})

describe('every change', () => {
  const names = Object.keys(changes) as ChangeName[]

  test('asks for capabilities of the matrix, and for flags there are', () => {
    const wrong = names.filter((name) => {
      const flags = flagsFor(name, 2)
      return (
        !capabilitiesFor(name).every((one) => capabilities.includes(one)) || !flags.every((one) => one in flagDefaults)
      )
    })
    expect(wrong).toEqual([])
  })

  test('stands on a page that whoever may make it may open', () => {
    const wrong = routeNames.flatMap((name) => {
      const { changes } = everyRoute[name]
      if (!changes) return []
      const opens = (role: (typeof roleNames)[number]) =>
        asked(name).length === 0 || asked(name).some((one) => may(role, one))
      const makes = (role: (typeof roleNames)[number]) => capabilitiesFor(changes).some((one) => may(role, one))
      return roleNames.filter((role) => makes(role) && !opens(role)).map((role) => `${role} at ${name}`)
    })
    expect(wrong).toEqual([])
  })
})

test('the menu leads nobody to a page that is refused', () => {
  const pattern = (name: PathName) => new RegExp(`^${paths[name].replace(/:[A-Za-z]+/g, '[^/]+')}$`)
  const here = { tenantId: 'tenant', customerId: 'customer' }
  const wrong = roleNames.flatMap((role) =>
    menu({ ...here, role, features: features('local') }).flatMap((entry) => {
      const name = routeNames.find((one) => pattern(one).test(entry.href.split('?')[0] ?? ''))
      if (!name) return [`${entry.href} is no address`]
      return asked(name).some((one) => may(role, one)) ? [] : [`${role} to ${name}`]
    }),
  )
  expect(wrong).toEqual([])
})

describe('every view', () => {
  test('that has no flag on is in no menu', () => {
    const none = Object.fromEntries(Object.keys(flagDefaults).map((name) => [name, false])) as Features
    const flagged = viewNames.filter((name) => views[name].flag)
    const shown = roleNames.flatMap((role) =>
      menu({ tenantId: 'tenant', customerId: 'customer', role, features: none }),
    )
    expect(flagged).not.toEqual([])
    expect(shown.filter(({ name }) => (flagged as ViewName[]).includes(name))).toEqual([])
  })

  test('stands at an address that names its level and nothing deeper', () => {
    const wrong = viewNames.flatMap((name) =>
      Object.entries(views[name].at).filter(([level, page]) => {
        const keys = [...paths[page].matchAll(/:([A-Za-z]+)/g)].map(([, key]) => key)
        return (keys.at(-1) ?? 'aboveId') !== `${level}Id`
      }),
    )
    expect(wrong).toEqual([])
  })
})
