/** The sites that the alarm list offers as filter, those with the most active alarms first. */
import { LRUCache } from 'lru-cache'
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import type { PlaceParams } from '~/kit/place/place-params'
import type { Option } from '~/ui/field'

interface SiteOption extends Option {
  groupId: string | null
  active: number
}

/** The maximum number of options. */
const maxSites = 100

/**
 * One reply names every site; it is cached for a minute, since lists are opened far more often than sites change. The
 * cache has the labels too, since formatting hundreds of them is noticeably slow.
 */
const cache = new LRUCache<string, SiteOption[]>({ max: 200, ttl: 60_000 })

/** Returns no options when the sites cannot be read: the list works without them. */
export async function alarmSiteOptions(
  reader: Reader,
  at: Pick<PlaceParams, 'tenantId' | 'customerId' | 'groupId'>,
  selected: readonly string[] = [],
): Promise<Option[]> {
  if (!reader.may('hierarchy.read')) return []
  const sites = (await sitesOf(reader, at)).filter(({ groupId }) => !at.groupId || groupId === at.groupId)
  return sites
    .filter(({ value, active }, index) => selected.includes(value) || (active > 0 && index < maxSites))
    .map(({ value, label }) => ({ value, label }))
}

async function sitesOf(reader: Reader, { tenantId, customerId }: Pick<PlaceParams, 'tenantId' | 'customerId'>) {
  const key = `${reader.session.id} ${reader.language} ${tenantId} ${customerId}`
  const cached = cache.get(key)
  if (cached) return cached
  const read = await asPanel(reader.call(operations.operationsSites))
  if (!read.ok) return []
  const t = translator(reader.language)
  const sites = read.value
    .map(({ activeAlarmCount: active = 0, ...site }) => ({ ...site, active }))
    .sort((a, b) => b.active - a.active || a.name.localeCompare(b.name, 'en', { numeric: true }))
    .map(({ id, name, siteGroupId, active }) => ({
      value: id,
      label: `${name} (${t('count.plain', { count: active })})`,
      groupId: siteGroupId ?? null,
      active,
    }))
  cache.set(key, sites)
  return sites
}
