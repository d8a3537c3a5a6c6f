/** How much of the specification the console has a page for: which of its calls somebody can come to make (spec §7). */
import { expect, test } from 'vitest'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import { importedBy, type Source, sourcesIn } from './sources'

/** Calls that no page makes, each with how the console comes by the same. */
const otherwise: Readonly<Record<string, string>> = {
  'package GET /packages/{key}':
    'The catalogue is read whole before anything else (spec §7), and a page is of a package with all its versions.',
}

/** What each contract is called in a file that imports it: `import { site as contract } from '#contracts/site'`. */
function namesIn({ text }: Source): Map<string, string> {
  const names = new Map<string, string>()
  for (const [, list = ''] of text.matchAll(/import\s+\{([^}]*)\}\s+from\s+'#contracts\/[^']+'/g))
    for (const one of list.split(',')) {
      const [, own = '', alias = own] = /^\s*(\w+)(?:\s+as\s+(\w+))?\s*$/.exec(one) ?? []
      if (own) names.set(own, alias)
    }
  return names
}

const contractNames: Record<string, string> = { package: 'packages', 'device-configuration': 'deviceConfiguration' }

test('every call of the specification is made from a page, or it is said why not', () => {
  const pages = importedBy(sourcesIn('app'), ({ path }) => path.startsWith('app/features/'))
  const made = new Set(
    pages.flatMap((source) => {
      const names = namesIn(source)
      return Object.entries(contracts).flatMap(([service, calls]) => {
        const alias = names.get(contractNames[service] ?? service)
        if (!alias) return []
        return Object.keys(calls)
          .filter((call) => new RegExp(`\\b${alias}\\s*\\.\\s*${call}\\b`).test(source.text))
          .map((call) => `${service} ${call}`)
      })
    }),
  )
  const own = Object.entries(contracts).flatMap(([service, calls]) =>
    Object.entries(calls as Record<string, AnyEndpoint>).flatMap(([name, call]) =>
      call.extension ? [] : [{ key: `${service} ${name}`, line: `${call.service} ${call.line}` }],
    ),
  )
  const unused = own.filter(({ key }) => !made.has(key)).map(({ line }) => line)
  console.log(`${own.length - unused.length} of ${own.length} made from a page, ${unused.length} read another way`)
  expect(own.length).toBe(146)
  expect(unused).toEqual(own.map(({ line }) => line).filter((line) => line in otherwise))
})
