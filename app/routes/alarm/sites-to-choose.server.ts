/** The sites a list of alarms can be narrowed to: those where something is active, the most of it first. */
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

/** So many are offered: a choice of a thousand is none. */
const most = 100

/**
 * Every site is named in one answer, which is read anew a minute later: lists are opened more often than sites change.
 * They are kept as they are said, since saying a hundred of them anew would be felt.
 */
const kept = new LRUCache<string, Site[]>({ max: 200, ttl: 60_000 })

/** None where they cannot be read: the list stands without. */
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
