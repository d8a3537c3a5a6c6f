/** Plans and sends the deletion of controllers (domain §15, design §12 danger). */
import { z } from 'zod'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import type { EnrichedDevice } from '~/domain/device'
import type { Place } from '~/hrefs'
import { selectedDevices } from './shared/selected-devices.server'
import { deviceSelectionFields, deviceSelectionOf } from './shared/selection'

/** The limit of one call. */
const maxPerCall = 200

export const DeletionForm = z
  .object(deviceSelectionFields)
  .transform((fields) => ({ choice: deviceSelectionOf(fields) }))
export type DeletionForm = z.infer<typeof DeletionForm>

/** The last part of a message key `main:device.deletion.told.<…>`. */
export type DeletionLabel = 'name' | 'model' | 'hostId' | 'tunnels' | 'busy' | 'missing'

/** The part of the plan context that the loader and the action share. */
type DeletionContext = Pick<PlanContext<DeletionForm>, 'form' | 'read' | 'may' | 'catalogues'>

/** Returns one row per controller with its identifying fields; one with a running deployment is skipped. */
export async function planDeletion({ form, read, may, catalogues }: DeletionContext, at: Place): Promise<Plan> {
  const source = { call: read, catalogues: await catalogues(), place: at, change: 'device.delete' as const }
  const [{ devices, missing, tooMany }, tunnels] = await Promise.all([
    selectedDevices(form.choice, source),
    may('tunnel.read') ? openTunnels(read, at.customerId) : new Map<string, number>(),
  ])
  const notes: DeletionLabel[] = missing > 0 ? ['missing'] : []
  return { rows: devices.map((device) => rowOf(device, tunnels.get(device.id) ?? 0)), notes, tooMany }
}

function rowOf(device: EnrichedDevice, tunnels: number): PlanRow {
  const { id, name, path, hostId, type, eTag, isDeployingPackages } = device
  const subject = { kind: 'device', id, name, path }
  const busy: DeletionLabel = 'busy'
  if (isDeployingPackages) return { subject, effect: 'skip', because: busy, fields: [], version: eTag }
  const details = { name, model: type, hostId, tunnels: tunnels > 0 ? String(tunnels) : '' } satisfies Partial<
    Record<DeletionLabel, string>
  >
  const fields = Object.entries(details).flatMap(([field, from]) => (from ? [{ name: field, from, to: null }] : []))
  return { subject, effect: 'change', fields, version: eTag, before: details, after: null }
}

/** Counts the open tunnels per controller; empty when the backend does not list tunnels. */
async function openTunnels(read: PlanContext<unknown>['read'], customerId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const open = await withFallback(
    site.findTunnels,
    async () => (await read(site.findTunnels, { query: { customerId, pageSize: 200 } })).data,
    async () => [],
  )
  for (const { device, deviceId } of open) {
    const id = device?.id ?? deviceId
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}

/** Deletes the planned controllers in batches; a refusal does not stop the others. */
export async function sendDeletion(context: WorkContext<DeletionForm>): Promise<void> {
  await writeInChunks(context, site.deleteDevices, changedIds(context.plan), {
    maxPerCall: maxPerCall,
    input: (body) => ({ body }),
  })
}
