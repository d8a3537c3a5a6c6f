import { afterAll, beforeAll, expect, it } from 'vitest'
import { operations } from '../../services/contracts/operations'
import { type Services, startTestServices } from '../harness/services'

let services: Services
beforeAll(async () => {
  services = await startTestServices()
})
afterAll(() => services.close())

const tokenOf = (key: unknown) => Buffer.from(JSON.stringify(key)).toString('base64url')

/** What no form sends: wrong shapes, odd text, impossible dates, tokens of somebody else. */
const bodies: readonly unknown[] = [
  undefined,
  'null',
  '[]',
  '{',
  {},
  { sort: 1 },
  { search: '%_\\ "\' \u0000' },
  { search: `a'b" % _ \\`, from: '2026-01-01T00:00:00Z', to: '2026-02-01T00:00:00Z' },
  { page: 1e9 },
  { page: 99_999, pageSize: 200 },
  { from: '0001-01-01T00:00:00Z', to: '0001-01-02T00:00:00Z' },
  { from: '2026-03-01T00:00:00Z' },
  { continuationToken: tokenOf([null, null, null]) },
  { continuationToken: tokenOf(['a', 'b', 'c']) },
  { faultIds: ['x'], resolution: 'fixed' },
  { alarmIds: ['x'], eTags: { x: '' } },
  { text: '\u0000' },
  { eTag: '1', variables: [{ key: '__proto__', value: 1 }] },
  { eTag: '*', variables: [{ key: 'eDSP', value: 1e300 }] },
  { siteIds: [''] },
]

it('answers bad input with a refusal, never with a failure of its own', async () => {
  const { store } = services.world
  const idIn = (table: string) => store.get<{ id: string }>(`SELECT id FROM ${table} ORDER BY id LIMIT 1`)?.id ?? ''
  const ids = ['x', "'; DROP TABLE alarm;--", idIn('equipment'), idIn('fault'), idIn('alarm')]
  const failures: string[] = []
  for (const call of Object.values(operations)) {
    for (const id of call.path.includes('{') ? ids : ['']) {
      for (const body of call.method === 'GET' ? [undefined] : bodies) {
        const path = call.path.replace('{faultRuleId}', 'g36-ahu-fc1').replace(/\{\w+\}/g, encodeURIComponent(id))
        const line = `${call.method} ${path}?status=false`
        const { status } = await services.call('operations', line, { as: 'amelie', body })
        if (status >= 500) failures.push(`${line} ${JSON.stringify(body)}: ${status}`)
      }
    }
  }
  expect(failures).toEqual([])
})
