/** What goes when controllers are deleted, and deleting them (domain §15, design §12 danger). */
import { z } from 'zod'
import { site } from '#contracts/site'
import { ServiceError } from '~/backend/service-error'
import type { Desk, WorkDesk } from '~/change/desk'
import { refusedIn } from '~/change/ledger'
import type { Plan, PlanRow } from '~/change/plan'
import type { EnrichedDevice } from '~/domain/device'
import type { Place } from '~/hrefs'
import { choiceFields, choiceOf } from '~/things/device/choice'
import { chosenDevices } from '~/things/device/chosen-devices.server'

/** As many as one call takes. */
const mostInOne = 200

export const DeletionForm = z.object(choiceFields).transform((fields) => ({ choice: choiceOf(fields) }))
export type DeletionForm = z.infer<typeof DeletionForm>

/** `main:device.deletion.told.<…>` */
export type Told = 'name' | 'model' | 'hostId' | 'tunnels' | 'busy' | 'missing' | 'tooMany'

/** Each controller with what it is known by; one that packages are being deployed to is left alone. */
export async function planDeletion(
  { form, read, may, catalogues, features }: Desk<DeletionForm>,
  at: Place,
): Promise<Plan> {
  const given = { ask: read, catalogues: await catalogues(), features, place: at }
  const [{ devices, missing, tooMany }, tunnels] = await Promise.all([
    chosenDevices(form.choice, given),
    may('tunnel.read') ? openTunnels(read, at.customerId) : new Map<string, number>(),
  ])
  const notes: Told[] = [...(missing > 0 ? ['missing' as const] : []), ...(tooMany ? ['tooMany' as const] : [])]
  return { rows: devices.map((device) => rowOf(device, tunnels.get(device.id) ?? 0)), notes }
}

function rowOf(device: EnrichedDevice, tunnels: number): PlanRow {
  const { id, name, path, hostId, type, eTag, isDeployingPackages } = device
  const subject = { kind: 'device', id, name, path }
  const busy: Told = 'busy'
  if (isDeployingPackages) return { subject, effect: 'skip', because: busy, fields: [], version: eTag }
  const known = { name, model: type, hostId, tunnels: tunnels > 0 ? String(tunnels) : '' } satisfies Partial<
    Record<Told, string>
  >
  const fields = Object.entries(known).flatMap(([field, from]) => (from ? [{ name: field, from, to: null }] : []))
  return { subject, effect: 'change', fields, version: eTag, before: known, after: null }
}

/** How many tunnels are open to each controller; none where a backend does not list them. */
async function openTunnels(read: Desk<unknown>['read'], customerId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  try {
    const found = await read(site.findTunnels, { query: { customerId, pageSize: 200 } })
    for (const { device, deviceId } of found.data) {
      const id = device?.id ?? deviceId
      if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
    }
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error
  }
  return counts
}

/** Deletes what the plan says, call by call; what is refused for some does not hold up the others. */
export async function deleteChosen({ plan, write, ended }: WorkDesk<DeletionForm>): Promise<void> {
  const ids = plan.rows.flatMap(({ effect, subject }) => (effect === 'change' ? subject.id : []))
  for (let from = 0; from < ids.length; from += mostInOne) {
    const some = ids.slice(from, from + mostInOne)
    const refused = await refusedOf(() => write(site.deleteDevices, { body: some }, some), some)
    for (const id of some) {
      const why = refused.get(id)
      if (why) ended(id, 'failed', why)
      else ended(id, 'done')
    }
  }
}

/** Which of them a call refused, and why: those it names, or all. Trouble that would meet the next call is thrown. */
async function refusedOf(call: () => Promise<unknown>, ids: readonly string[]) {
  try {
    await call()
    return new Map<string, Record<string, unknown>>()
  } catch (error) {
    if (!(error instanceof ServiceError) || error.isDown || error.mayHaveHappened || error.status === 401) throw error
    const { code, service, entities } = error
    if (entities.length === 0) return new Map(ids.map((id) => [id, { code, service }] as const))
    return refusedIn(error)
  }
}
