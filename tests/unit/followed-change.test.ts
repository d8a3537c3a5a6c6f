/** A post that goes on with a second change is refused as a whole where that one is not theirs to make. */
import { expect, test } from 'vitest'
import { z } from 'zod'
import type { Visitor } from '../../app/backend/reader.server'
import { denialReason } from '../../app/change/admission.server'
import type { ChangeName } from '../../app/changes'

const save = (followedBy?: ChangeName) => ({
  name: 'network.save' as const,
  ...(followedBy && { followedBy }),
  about: { kind: 'device', id: 'd', name: 'd' },
  form: z.object({}),
  plan: async () => ({ rows: [] }),
  work: async () => undefined,
})

test.each([
  [undefined, null],
  ['configuration.send', null],
  ['tenant.onboard', 'role'],
] as const)('a save that %s follows', async (followedBy, refusal) => {
  const role = { role: 'customer-admin', because: 'customerAdmin' }
  const who = { role, features: {} } as unknown as Visitor
  const args = { params: { tenantId: 't' } } as unknown as Parameters<typeof denialReason>[0]
  expect(await denialReason(args, save(followedBy), who)).toBe(refusal)
})
