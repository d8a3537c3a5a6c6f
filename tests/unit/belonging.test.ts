/** What a plan touches stands in the place of its address, whether or not it is known whose customer it is. */
import { expect, test } from 'vitest'
import { touchesOthers } from '../../app/change/ownership.server'

const at = { tenantId: 't', customerId: 'c', groupId: 'g', siteId: 's' }
const group = { tenantId: 't', customerId: 'c', groupId: 'g' }
const row = (path: { id: string; type: string }[], id = 'd') => ({
  subject: { kind: 'device', id, name: id, path: path.map((node) => ({ ...node, name: node.id })) },
  effect: 'change' as const,
  customerId: 'c',
})

const ofOther = {
  ...row([
    { id: 'g', type: 'group' },
    { id: 'theirs', type: 'site' },
  ]),
  customerId: undefined,
}

/** Sites and controllers of a backend, by their ids. */
const things: Record<string, object> = {
  s: { id: 's', customerId: 'c', siteGroupId: 'g' },
  other: { id: 'other', customerId: 'c', siteGroupId: null },
  theirs: { id: 'theirs', customerId: 'other', siteGroupId: 'g' },
  untold: { id: 'untold', siteId: 'other' },
}
const read = (async (_: unknown, input: { path: { id: string } }) => things[input.path.id]) as unknown as Parameters<
  typeof touchesOthers
>[0]

test.each([
  ['in the site of the address', at, row([{ id: 's', type: 'site' }]), false],
  ['in another site of the customer', at, row([{ id: 'other', type: 'site' }]), true],
  ['in another site, of which its path says nothing', at, row([], 'untold'), true],
  [
    'in the group of the address',
    group,
    row([
      { id: 'g', type: 'group' },
      { id: 's', type: 'site' },
    ]),
    false,
  ],
  [
    'in another group',
    group,
    row([
      { id: 'h', type: 'group' },
      { id: 's', type: 'site' },
    ]),
    true,
  ],
  ['of a customer that nobody tells, in the group of the address', group, ofOther, true],
  ['in a site of no group', group, row([{ id: 'other', type: 'site' }]), true],
])('something %s', async (_, address, one, isStray) => {
  expect(await touchesOthers(read, address, [one])).toBe(isStray)
})
