/** The sites that the alarm list offers as filter, those with the most active alarms first. */
import { LRUCache } from 'lru-cache'
import { operations } from '#contracts/operations'
import { asPanel, type Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import type { PlaceParams } from '~/screens/place/mount.server'
import type { Option } from '~/ui/field'

interface Site extends Option {
  groupId: string | null
  active: number
}

/** The maximum number of options. */
const most = 100

/**
 * One reply names every site; it is cached for a minute, since lists are opened far more often than sites change. The
 * cache has the labels too, since formatting hundreds of them is noticeably slow.
 */
const kept = new LRUCache<string, Site[]>({ max: 200, ttl: 60_000 })

/** Returns no options when the sites cannot be read: the list works without them. */
export async function sitesToChoose(
  reader: Reader,
  at: Pick<PlaceParams, 'tenantId' | 'customerId' | 'groupId'>,
  chosen: readonly string[] = [],
): Promise<Option[]> {
  if (!reader.may('hierarchy.read')) return []
  const sites = (await sitesOf(reader, at)).filter(({ groupId }) => !at.groupId || groupId === at.groupId)
  return sites
    .filter(({ value, active }, index) => chosen.includes(value) || (active > 0 && index < most))
    .map(({ value, label }) => ({ value, label }))
}

async function sitesOf(reader: Reader, { tenantId, customerId }: Pick<PlaceParams, 'tenantId' | 'customerId'>) {
  const key = `${reader.session.id} ${reader.language} ${tenantId} ${customerId}`
  const known = kept.get(key)
  if (known) return known
  const read = await asPanel(reader.ask(operations.operationsSites))
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
  kept.set(key, sites)
  return sites
}
