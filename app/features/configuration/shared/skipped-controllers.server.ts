/**
 * The controllers selected for a send that received nothing: the form stored with the change (30 days) names them, its
 * records do not. Their settings are saved only.
 */
import type { Reader } from '~/backend/reader.server'
import { findChangeForm } from '~/change/change-forms.server'
import { limitFor } from '~/changes'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { readDeviceStates } from './controllers.server'
import type { ConfigurationPlace } from './place'

export interface SkippedControllers {
  /** The controllers with unsent settings. */
  controllers: { id: string; name: string; isOnboarded: boolean }[]
  /** More were skipped than were read. */
  incomplete: boolean
}

const maxRead = 50

/**
 * Returns null for a send that reached all its controllers, for one that held some back, and where its form is deleted.
 */
export async function findSkippedControllers(
  reader: Reader,
  at: ConfigurationPlace,
  { changeId }: { changeId: string },
): Promise<SkippedControllers | null> {
  const { tenantId } = at
  const limit = limitFor('configuration.send')
  const [{ entries }, form] = await Promise.all([
    findEntries({ tenantId, changeId, visibleTo: visibleTo(reader), limit }),
    findChangeForm(tenantId, changeId),
  ])
  const isSend = entries.length > 0 && entries.every(({ mutation }) => mutation === 'configuration.send')
  if (!isSend || !form || form.fields.some(([name, value]) => name === 'first' && value !== '')) return null
  const sent = new Set(entries.map(({ subject }) => subject.id))
  const selected = form.fields.flatMap(([name, value]) => (/^device(\[\d*\])?$/.test(name) ? [value] : []))
  const ids = [...new Set(selected)].filter((id) => !sent.has(id))
  if (ids.length === 0) return null
  const lookups = await readDeviceStates(reader.call, at, ids.slice(0, maxRead))
  const controllers = lookups.flatMap(({ match }) => {
    if (match?.state.isDirty !== true) return []
    const { id, name, overallStatus } = match.device
    return [{ id, name, isOnboarded: overallStatus?.onBoarded !== false }]
  })
  return controllers.length > 0 ? { controllers, incomplete: ids.length > maxRead } : null
}
