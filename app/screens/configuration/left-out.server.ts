/**
 * The controllers selected for a send that received nothing: the form stored with the change (30 days) names them, its
 * records do not. Their settings are saved only.
 */
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { mostFor } from '~/changes'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { standingsOf } from './controllers.server'
import type { ConfigurationPlace } from './place'

export interface LeftOut {
  /** The controllers with unsent settings. */
  controllers: { id: string; name: string; isOnboarded: boolean }[]
  /** More were skipped than were read. */
  isPart: boolean
}

const maxLookedAt = 50

/**
 * Returns null for a send that reached all its controllers, for one that held some back, and where its form is deleted.
 */
export async function leftOut(
  reader: Reader,
  at: ConfigurationPlace,
  { changeId }: { changeId: string },
): Promise<LeftOut | null> {
  const { tenantId } = at
  const limit = mostFor('configuration.send')
  const [{ entries }, form] = await Promise.all([
    findEntries({ tenantId, changeId, visibleTo: visibleTo(reader), limit }),
    findChangeForm(tenantId, changeId),
  ])
  const isSend = entries.length > 0 && entries.every(({ mutation }) => mutation === 'configuration.send')
  if (!isSend || !form || form.fields.some(([name, value]) => name === 'first' && value !== '')) return null
  const sent = new Set(entries.map(({ subject }) => subject.id))
  const chosen = form.fields.flatMap(([name, value]) => (/^device(\[\d*\])?$/.test(name) ? [value] : []))
  const ids = [...new Set(chosen)].filter((id) => !sent.has(id))
  if (ids.length === 0) return null
  const looked = await standingsOf(reader.ask, at, ids.slice(0, maxLookedAt))
  const controllers = looked.flatMap(({ found }) => {
    if (found?.state.isDirty !== true) return []
    const { id, name, overallStatus } = found.device
    return [{ id, name, isOnboarded: overallStatus?.onBoarded !== false }]
  })
  return controllers.length > 0 ? { controllers, isPart: ids.length > maxLookedAt } : null
}
