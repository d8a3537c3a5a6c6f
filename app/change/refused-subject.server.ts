/** A refusal by the name of its thing, as whoever was refused may read it: the change never came to read it. */
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import type { Visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { displayName } from '~/domain/current-user'
import type { Subject } from '~/trail/record'
import { strays } from './belonging.server'

type Read = Visitor['fresh']
type At = Readonly<Record<string, string | undefined>>

const readers: Readonly<Record<string, (read: Read, id: string, at: At) => Promise<Pick<Subject, 'name' | 'path'>>>> = {
  tenant: (read, id) => read(tenant.getTenant, { path: { id } }),
  customer: (read, id) => read(tenant.getCustomer, { path: { id } }),
  user: async (read, userId, { tenantId = '' }) => {
    const user = await read(tenant.getUser, { path: { id: tenantId, userId } })
    return { name: displayName(user) || user.email }
  },
  group: (read, id) => read(site.getSiteGroup, { path: { id } }),
  site: (read, id) => read(site.getSite, { path: { id } }),
  building: (read, id) => read(site.getBuilding, { path: { id } }),
  space: (read, id) => read(site.getSpace, { path: { id } }),
  device: (read, id) => read(site.getDevice, { path: { id } }),
}

/** The subject with its name and path; as it is where it has a name, is another customer's, or nobody says. */
export async function namedSubject(read: Read, subject: Subject, at: At): Promise<Subject> {
  const { kind, id, name } = subject
  const reader = readers[kind]
  if (!reader || name !== id) return subject
  try {
    const found = await reader(read, id, at)
    const named = { kind, id, name: found.name || name, ...(found.path && { path: found.path }) }
    return (await strays(read, at, [{ subject: named, effect: 'change' }])) ? subject : named
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Response) return subject
    throw error
  }
}
