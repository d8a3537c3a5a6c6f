/** Plans and sends links of equipment to a controller of its site, and their removal (domain §8.1). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { LoadedSelection } from '~/backend/load-selection.server'
import { ServiceError } from '~/backend/service-error'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { BulkReader } from '~/kit/bulk/selection.server'
import { entitySubject } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'

export const LinkForm = z.object({ equipment: z.array(z.string().min(1).max(200)).max(1_900).default([]) })
export type LinkForm = z.infer<typeof LinkForm>

/** Parallel reads. */
const concurrency = 8

/** Returns a row per selected piece of equipment. */
export async function planLinking(context: PlanContext<LinkForm>, at: ParamsFor<'device'>): Promise<Plan> {
  const ids = [...new Set(context.form.equipment)]
  const tooMany = tooManyOf('equipment', ids, limitFor('equipment.link'))
  if (tooMany) return { rows: [], tooMany }
  const things = await equipmentById(context, at, ids)
  return planLinks({ things, missing: ids.length - things.length }, context, { at, isLinking: true })
}

/** Returns the equipment of the site among these ids. */
export async function equipmentById(
  { read }: Pick<BulkReader, 'read'>,
  { siteId }: ParamsFor<'device'>,
  ids: readonly string[],
): Promise<Equipment[]> {
  const results = await inParallel(ids, concurrency, (id) => orNull(read(site.getEquipment, { path: { id } })))
  return results.filter((one): one is Equipment => one !== null && (one.siteId ?? siteId) === siteId)
}

/** Returns a row per piece of equipment; those already linked, or already unlinked, stay unchanged. */
export async function planLinks(
  { things, missing }: Pick<LoadedSelection<Equipment>, 'things' | 'missing'>,
  { read, language }: Pick<BulkReader, 'read' | 'language'>,
  { at, isLinking }: { at: ParamsFor<'device'>; isLinking: boolean },
): Promise<Plan> {
  const device = await deviceAt(read, at)
  if (things.length === 0) return { rows: [], errors: { equipment: ['errors:nothingChosen'] } }
  const [from, to] = isLinking ? [null, device.name] : [device.name, null]
  const label = translator(language)('entity.device')
  return {
    notes: missing > 0 ? ['main:equipment.lost'] : [],
    rows: things.map((one) => ({
      subject: entitySubject('equipment', one),
      effect: one.deviceIds.includes(at.deviceId) === isLinking ? 'same' : 'change',
      fields: [{ name: 'device', label, from, to }],
      before: { device: from },
      after: { device: to },
    })),
  }
}

/** Returns null for equipment that does not exist or is not visible to the person. Throws other errors. */
async function orNull(promise: Promise<Equipment>): Promise<Equipment | null> {
  try {
    return await promise
  } catch (error) {
    if (error instanceof ServiceError && error.isMissing) return null
    throw error
  }
}

/** Sends the planned links in batches of 100. */
export async function sendLinks(
  context: WorkContext<LinkForm>,
  at: ParamsFor<'device'>,
  call: typeof site.linkEquipment | typeof site.unlinkEquipment,
): Promise<string> {
  await writeInChunks(context, call as typeof site.linkEquipment, changedIds(context.plan), {
    maxPerCall: 100,
    input: (equipmentIds) => ({ path: { id: at.deviceId }, body: { equipmentIds } }),
  })
  return href('deviceAllEquipment', at, { changed: context.changeId })
}
