/** Saves the editable fields of a person's record (domain §9.2). */
import type { z } from 'zod'
import type { UserUpdate } from '../contracts/tenant'
import { defaultInitials, unusedInitials } from '../kit/initials'
import type { World } from '../kit/world'
import type { UserRecord } from './rows'

/** Omitted fields keep their value; empty initials become the default ones. */
export function saveUser({ store }: World, row: UserRecord, body: z.output<typeof UserUpdate>): void {
  const initials = body.initials === undefined ? row.initials : body.initials || defaultInitials(body)
  store.run(
    'UPDATE tenant_user SET first_name = ?, last_name = ?, initials = ?, language = ?, region = ?, unit = ?, version = version + 1 WHERE id = ?',
    body.firstName,
    body.lastName,
    unusedInitials(store, { tenantId: row.tenant_id, userId: row.id, initials }),
    body.language ?? row.language,
    body.region === undefined ? row.region : body.region,
    body.unit ?? row.unit,
    row.id,
  )
}
