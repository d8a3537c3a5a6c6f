/** Names the subject of a refusal, as far as the refused person may read it: the change itself was never planned. */
import { operations } from '#contracts/operations'
import { site } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import type { Visitor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { displayName } from '~/domain/current-user'
import type { Subject } from '~/trail/record'
import { touchesOthers } from './ownership.server'

type Read = Visitor['fresh']
type AddressIds = Readonly<Record<string, string | undefined>>

type SubjectFacts = Pick<Subject, 'name' | 'path'> & { customerId?: string | undefined }

const subjectReads: Readonly<
  Record<string, (read: Read, id: string, at: AddressIds) => Promise<SubjectFacts | undefined>>
> = {
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
  controllerNetwork: async (read, id) => {
    const { name, siteId } = (await read(site.getControllerNetwork, { path: { id } })).data
    return { name, path: [{ id: siteId, name: siteId, type: 'site' }] }
  },
  siteAgent: async (read, id) => {
    const { name, siteId } = (await read(site.getSiteAgent, { path: { id } })).data
    return { name, path: [{ id: siteId, name: siteId, type: 'site' }] }
  },
  equipment: (read, id) => read(site.getEquipment, { path: { id } }),
  alarm: async (read, id) => {
    const [alarm] = (await read(operations.namedAlarms, { body: { alarmIds: [id] } })).data
    return alarm && { name: alarm.messageText || alarm.eventType || id, path: alarm.path, customerId: alarm.customerId }
  },
  fault: async (read, id) => {
    const [fault] = (await read(operations.namedFaults, { body: { faultIds: [id] } })).data
    if (!fault) return undefined
    const { siteId, siteName, path = [{ id: siteId, name: siteName || siteId, type: 'site' }] } = fault
    return { name: fault.ruleName || id, path }
  },
}

/**
 * Returns the subject with its name and path; unchanged where it has a name, or where it cannot be read. For a thing
 * outside the customer of the address the record is about the customer instead.
 */
export async function namedSubject(read: Read, subject: Subject, at: AddressIds): Promise<Subject> {
  const { kind, id, name } = subject
  const readSubject = subjectReads[kind]
  if (!readSubject || name !== id) return subject
  try {
    const facts = await readSubject(read, id, at)
    if (!facts) return customerOf(read, subject, at)
    const named = { kind, id, name: facts.name || name, ...(facts.path && { path: facts.path }) }
    const touched = { subject: named, effect: 'change' as const, customerId: ownerIn(kind, facts) }
    return (await touchesOthers(read, at, [touched])) ? await customerOf(read, subject, at) : named
  } catch (error) {
    if (error instanceof ServiceError) return error.isDown ? subject : customerOf(read, subject, at)
    if (error instanceof Response) return subject
    throw error
  }
}

/** An alarm names its customer itself; for any other thing its site decides. */
const ownerIn = (kind: string, { customerId }: SubjectFacts) => (kind === 'alarm' ? customerId : undefined)

/**
 * Returns the customer of the address with its name, in place of a thing outside it; the subject itself without a
 * customer.
 */
async function customerOf(read: Read, subject: Subject, { customerId }: AddressIds): Promise<Subject> {
  if (!customerId || subject.id === customerId) return subject
  const owner = { kind: 'customer', id: customerId, name: customerId }
  try {
    return { ...owner, name: (await read(tenant.getCustomer, { path: { id: customerId } })).name || customerId }
  } catch (error) {
    if (error instanceof ServiceError || error instanceof Response) return owner
    throw error
  }
}
