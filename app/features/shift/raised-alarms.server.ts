/** The alarms of a shift, each list read once: those raised, and those of controllers that reconnected. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { countInReply, type TotalCount } from '~/domain/count'
import { alarmScopeQuery } from '~/features/overview/shared/scope'
import type { ShiftQuery } from './shift-query.server'

/** Alarms per call, and calls at most. */
const maxPerCall = 200
const maxPages = 5

export interface RaisedAlarms {
  alarms: Alarm[]
  total: TotalCount
  isCut: boolean
}

/** Returns the alarms raised since the moment, newest first. */
export async function readRaisedAlarms({ reader, scope, since }: ShiftQuery): Promise<RaisedAlarms> {
  const body = {
    ...alarmScopeQuery(scope),
    from: since,
    sort: [{ field: 'raisedAt' as const, direction: 'desc' as const }],
    pageSize: maxPerCall,
  }
  const first = await reader.call(operations.findAlarms, { body })
  const alarms = [...first.data]
  let next = first.continuationToken
  for (let read = 1; next && read < maxPages; read += 1) {
    const page = await reader.call(operations.findAlarms, { body: { ...body, continuationToken: next } })
    alarms.push(...page.data)
    next = page.continuationToken
  }
  return { alarms: alarms, total: countInReply(first), isCut: Boolean(next) }
}

/** Returns the controllers that reconnected since the moment. */
export async function readReconnected({
  reader,
  scope,
  since,
}: Omit<ShiftQuery, 't'>): Promise<Pick<RaisedAlarms, 'alarms' | 'isCut'>> {
  const alarms: Alarm[] = []
  let next: string | null | undefined
  for (let read = 0; read < maxPages; read += 1) {
    const page = await reader.call(operations.findAlarms, {
      body: {
        ...alarmScopeQuery(scope),
        isActive: false,
        sort: [{ field: 'normalAt', direction: 'desc' }],
        pageSize: maxPerCall,
        ...(next && { continuationToken: next }),
      },
    })
    const within = page.data.filter(({ normalAt }) => normalAt && Date.parse(normalAt) >= Date.parse(since))
    alarms.push(...within.filter(({ eventType }) => eventType === 'deviceOffline'))
    next = page.continuationToken
    if (!next || within.length < page.data.length) return { alarms: alarms, isCut: false }
  }
  return { alarms: alarms, isCut: true }
}
