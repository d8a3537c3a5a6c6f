/** Reads the current state of the selected alarms. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { type LoadedSelection, loadSelection, type MatchPage } from '~/backend/load-selection.server'
import type { Reader } from '~/backend/reader.server'
import { limitFor } from '~/changes'
import { acknowledgementEnd } from '~/domain/acknowledgement'
import { countInReply } from '~/domain/count'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { alarmsById } from './alarms-by-id.server'
import type { AlarmSelection } from './selection'
import { expiredEnds } from './shared/acknowledgement-ends.server'
import { type AlarmListFilter, type AlarmPlace, alarmQuery, selectsExpired } from './shared/filter'
import { spaceDevices } from './space-devices.server'

type AlarmReader = Pick<Reader, 'call' | 'read' | 'catalogues'>

/** Returns the selected alarms of the customer. Throws `ServiceError`, and 404 for a customer of another tenant. */
export async function selectedAlarms(
  reader: AlarmReader,
  at: AlarmPlace,
  selection: AlarmSelection | null,
): Promise<LoadedSelection<Alarm>> {
  const [result] = await Promise.all([
    loadSelection(selection, {
      of: 'alarms',
      service: 'operations',
      max: limitFor('alarm.acknowledge'),
      keyOf: ({ id }: Alarm) => id,
      async byIds(ids) {
        const alarms = await alarmsById(reader.call, ids)
        return alarms.filter(({ customerId = at.customerId }) => customerId === at.customerId)
      },
      matchPage: (filter, after) => matching(reader, { at, filter, after }),
    }),
    ownCustomer(reader.call, at),
  ])
  return result
}

async function matching(
  reader: AlarmReader,
  { at, filter, after }: { at: AlarmPlace; filter: AlarmListFilter; after: string | undefined },
): Promise<MatchPage<Alarm>> {
  if (selectsExpired(filter)) {
    const { alarms, isCut } = await expiredAcknowledgements(reader, at, filter)
    return { things: alarms, next: null, total: { count: alarms.length, isCapped: false }, incomplete: isCut }
  }
  const inSpace = await spaceDevices(reader, at, filter)
  if (inSpace?.ids.length === 0) return { things: [], next: null, total: null, incomplete: false }
  const body = { ...alarmQuery(at, filter, inSpace?.ids), pageSize: 200, continuationToken: after }
  const page = await reader.call(operations.findAlarms, { body })
  return {
    things: page.data,
    next: page.continuationToken ?? null,
    total: countInReply(page),
    incomplete: inSpace?.isCut ?? false,
  }
}

/** Active alarms whose acknowledgement has expired. */
export interface ExpiredAcknowledgements {
  alarms: Alarm[]
  /** The space has more controllers than one call accepts. */
  isCut: boolean
}

/**
 * Returns the active alarms, below a place and matching a filter, whose acknowledgement has expired. Stored ends of
 * alarms that are over are deleted later. Throws `ServiceError`.
 */
export async function expiredAcknowledgements(
  reader: AlarmReader,
  at: AlarmPlace,
  filter: AlarmListFilter,
): Promise<ExpiredAcknowledgements> {
  const ends = new Map((await expiredEnds(at)).map((end) => [end.alarm_id, end]))
  const deviceIds = [...new Set([...ends.values()].flatMap(({ device_id }) => device_id ?? []))]
  if (deviceIds.length === 0) return { alarms: [], isCut: false }
  const inSpace = await spaceDevices(reader, at, filter)
  const isCut = inSpace?.isCut ?? false
  const query = alarmQuery(at, { ...filter, ack: ['ended'] }, inSpace?.ids)
  const queryDeviceIds = query.deviceIds ? deviceIds.filter((id) => query.deviceIds?.includes(id)) : deviceIds
  if (queryDeviceIds.length === 0) return { alarms: [], isCut }
  const alarms: Alarm[] = []
  for (let after: string | null | undefined; ; ) {
    const body = { ...query, deviceIds: queryDeviceIds, pageSize: 200, continuationToken: after }
    const page = await reader.call(operations.findAlarms, { body })
    alarms.push(...page.data.filter((alarm) => acknowledgementEnd(alarm, ends.get(alarm.id)?.endsAt) !== null))
    after = page.continuationToken
    if (!after || alarms.length >= ends.size) return { alarms, isCut }
  }
}
