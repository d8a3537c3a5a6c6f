/** The contracts against the list of calls of the specification (spec §7, design §5). */
import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contracts } from '../../services/contracts'
import type { AnyEndpoint } from '../../services/contracts/endpoint'
import { errorCatalogue } from '../../services/contracts/error-codes'
import { capabilities, reach, roleNames } from '../../services/contracts/permissions'

const rows = (file: string) =>
  readFileSync(`tests/house/${file}`, 'utf8')
    .trim()
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))

const serviceNames: Record<string, string> = { deviceconfiguration: 'device-configuration' }
const nameOf = (service: string) => serviceNames[service] ?? service

/** `service METHOD path` → effect, without the console's own feature file; two rows are one route. */
const listed = new Map(
  rows('endpoints.tsv')
    .filter(([service]) => service !== 'web')
    .map(([service = '', method, path, effect]) => [`${nameOf(service)} ${method} ${path}`, effect]),
)
const permitted = rows('permissions.tsv')

const declared = Object.values(contracts).flatMap((contract) => Object.values(contract as Record<string, AnyEndpoint>))
const lineOf = (call: AnyEndpoint) => `${call.service} ${call.line}`

describe('contracts', () => {
  const own = declared.filter((call) => !call.extension)

  test('declare calls of the specification, as it writes them', () => {
    expect(own.map(lineOf).filter((line) => !listed.has(line))).toEqual([])
    console.log(`contracts: ${new Set(own.map(lineOf)).size} of ${listed.size}`)
    expect(listed.size).toBe(146)
  })

  test('declare each call once', () => {
    const lines = declared.map(lineOf)
    expect(lines.filter((line, at) => lines.indexOf(line) !== at)).toEqual([])
  })

  test('say read or write by effect', () => {
    expect(own.filter((call) => listed.get(lineOf(call)) !== call.effect).map(lineOf)).toEqual([])
  })

  test('ask for the capability of the matrix', () => {
    const asked = new Map<string, string[]>()
    for (const [service = '', method, path, capability = ''] of permitted) {
      const line = `${nameOf(service)} ${method} ${path}`
      asked.set(line, [...(asked.get(line) ?? []), capability])
    }
    expect(own.filter((call) => !asked.get(lineOf(call))?.includes(call.capability)).map(lineOf)).toEqual([])
  })

  test('say in one sentence what a call means, and answer only codes of the catalogue', () => {
    expect(declared.filter((call) => !call.meaning.endsWith('.')).map(lineOf)).toEqual([])
    expect(declared.flatMap((call) => (call.errors ?? []).filter((code) => !(code in errorCatalogue)))).toEqual([])
  })
})

test('the matrix of permissions is the one that was agreed', () => {
  const columns = roleNames
  const differences = permitted.flatMap(([, , , capability = '', ...letters]) =>
    columns.flatMap((role, at) => {
      const known = capabilities.find((one) => one === capability)
      const found = known && reach(role, known)
      return found === letters[at] ? [] : [`${capability} ${role}: ${found} instead of ${letters[at]}`]
    }),
  )
  expect(differences).toEqual([])
})
