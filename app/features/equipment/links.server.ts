/** Plans and sends links of equipment to a controller of its site, and their removal (domain §8.1). */
import { z } from 'zod'
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { ServiceError } from '~/backend/service-error'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import { limitFor } from '~/changes'
import { tooManyOf } from '~/domain/selection'
import { href } from '~/hrefs'
import { entitySubject } from '~/kit/edit/thing.server'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'

export const LinkForm = z.object({ equipment: z.array(z.string().min(1).max(200)).max(1_900).default([]) })
export type LinkForm = z.infer<typeof LinkForm>

/** Parallel reads. */
const concurrency = 8

/** Returns one row per selected piece of equipment; those already linked, or already unlinked, stay unchanged. */
export async function planLinks(
  { form, read }: Pick<PlanContext<LinkForm>, 'form' | 'read'>,
  at: ParamsFor<'device'>,
  isLinking: boolean,
): Promise<Plan> {
  const ids = [...new Set(form.equipment)]
  const tooMany = tooManyOf('equipment', ids, limitFor(isLinking ? 'equipment.link' : 'equipment.unlink'))
  if (tooMany) return { rows: [], tooMany }
  const [device, results] = await Promise.all([
    deviceAt(read, at),
    inParallel(ids, concurrency, (id) => orNull(read(site.getEquipment, { path: { id } }))),
  ])
  const ofSite = results.filter((one): one is Equipment => one !== null && (one.siteId ?? at.siteId) === at.siteId)
  if (ofSite.length === 0) return { rows: [], errors: { equipment: ['errors:nothingChosen'] } }
  return {
    notes: ofSite.length < ids.length ? ['main:equipment.lost'] : [],
    rows: ofSite.map((one) => {
      const isLinked = one.deviceIds.includes(at.deviceId)
      const [before, after] = isLinking ? [null, device.name] : [device.name, null]
      return {
        subject: entitySubject('equipment', one),
        effect: isLinked === isLinking ? 'same' : 'change',
        fields: [{ name: 'device', from: before, to: after }],
        before: { device: before },
        after: { device: after },
      }
    }),
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
