/** Controllers that a template was applied to, from its service and from the trail of this console (domain §8.2). */
import type { ConfigurationTemplate } from '#contracts/configuration-templates'
import { devicesById } from '~/backend/by-ids.server'
import { asPanel, type Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'

export interface TemplateApplication {
  deviceId: string
  name: string
  href: string
  at: string
  /** The person who applied it with this console, and the page of the change. */
  by: string | null
  changeHref: string | null
  result: string
}

/** Maximum number of controllers shown. */
const maxControllers = 200
/** Maximum number of records read. */
const maxRecords = 1_000

/** Returns each controller once with its newest application, newest first. */
export async function templateApplications(
  reader: Reader,
  at: ParamsFor<'template'>,
  { appliedTo: fromService }: Pick<ConfigurationTemplate, 'appliedTo'>,
): Promise<TemplateApplication[]> {
  const { tenantId } = at
  const { entries } = await findEntries({
    tenantId,
    under: at.siteId,
    mutation: 'template.apply',
    visibleTo: visibleTo(reader),
    limit: maxRecords,
  })
  const records = entries.flatMap(({ at: when, subject, actor, changeId, outcomeRecord }) =>
    outcomeRecord?.detail?.templateId === at.templateId
      ? [
          {
            deviceId: subject.id,
            name: subject.name,
            at: when,
            by: actor.name,
            changeHref: href('change', { tenantId, changeId }),
            result: outcomeRecord.outcome,
          },
        ]
      : [],
  )
  const newest = new Map<string, Omit<TemplateApplication, 'href' | 'name'> & { name: string | null }>()
  for (const one of [...records, ...fromService.map((one) => ({ ...one, name: null, by: null, changeHref: null }))]) {
    const previous = newest.get(one.deviceId)
    if (!previous || Date.parse(previous.at) < Date.parse(one.at)) newest.set(one.deviceId, one)
  }
  const visible = [...newest.values()]
    .sort((one, other) => Date.parse(other.at) - Date.parse(one.at))
    .slice(0, maxControllers)
  const names = await asPanel(
    devicesById(
      reader.call,
      visible.map(({ deviceId }) => deviceId),
    ),
  )
  return visible.map((one) => ({
    ...one,
    name: (names.ok && names.value.get(one.deviceId)?.name) || one.name || one.deviceId,
    href: href('deviceById', { tenantId, deviceId: one.deviceId }),
  }))
}
