/** Reads the current state of the selected alarms. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { type Chosen, chosen, type Matching } from '~/backend/chosen.server'
import type { Reader } from '~/backend/reader.server'
import { mostFor } from '~/changes'
import { endOf } from '~/domain/acknowledgement'
import { countedIn } from '~/domain/counted'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { AlarmSelection } from './choice'
import { endedAlarms } from './ends.server'
import { type AlarmFilter, type AlarmsAt, alarmQuery, isEnded } from './filter'
import { devicesIn } from './in-space.server'
import { namedAlarms } from './named.server'

type Given = Pick<Reader, 'ask' | 'read' | 'catalogues'>

/** Returns the selected alarms of the customer. Throws `ServiceError`, and 404 for a customer of another tenant. */
export async function chosenAlarms(
  reader: Given,
  at: AlarmsAt,
  selection: AlarmSelection | null,
): Promise<Chosen<Alarm>> {
  const [found] = await Promise.all([
    chosen(selection, {
      of: 'alarms',
      service: 'operations',
      most: mostFor('alarm.acknowledge'),
      keyOf: ({ id }: Alarm) => id,
      async named(ids) {
        const alarms = await namedAlarms(reader.ask, ids)
        return alarms.filter(({ customerId = at.customerId }) => customerId === at.customerId)
      },
      matching: (filter, after) => matching(reader, { at, filter, after }),
    }),
    ownCustomer(reader.ask, at),
  ])
  return found
}

async function matching(
  reader: Given,
  { at, filter, after }: { at: AlarmsAt; filter: AlarmFilter; after: string | undefined },
): Promise<Matching<Alarm>> {
  if (isEnded(filter)) {
    const { alarms, isCut } = await stillActive(reader, at, filter)
    return { things: alarms, next: null, total: { count: alarms.length, isCapped: false }, isPartial: isCut }
  }
  const inSpace = await devicesIn(reader, at, filter)
  if (inSpace?.ids.length === 0) return { things: [], next: null, total: null, isPartial: false }
  const body = { ...alarmQuery(at, filter, inSpace?.ids), pageSize: 200, continuationToken: after }
  const page = await reader.ask(operations.findAlarms, { body })
  return {
    things: page.data,
    next: page.continuationToken ?? null,
    total: countedIn(page),
    isPartial: inSpace?.isCut ?? false,
  }
}

/** Active alarms whose acknowledgement has expired. */
export interface StillActive {
  alarms: Alarm[]
  /** The space has more controllers than one call accepts. */
  isCut: boolean
}

/**
 * Returns the active alarms, below a place and matching a filter, whose acknowledgement has expired. Stored ends of
 * alarms that are over are deleted later. Throws `ServiceError`.
 */
export async function stillActive(reader: Given, at: AlarmsAt, filter: AlarmFilter): Promise<StillActive> {
  const ended = new Map((await endedAlarms(at)).map((end) => [end.alarm_id, end]))
  const deviceIds = [...new Set([...ended.values()].flatMap(({ device_id }) => device_id ?? []))]
  if (deviceIds.length === 0) return { alarms: [], isCut: false }
  const inSpace = await devicesIn(reader, at, filter)
  const isCut = inSpace?.isCut ?? false
  const asked = alarmQuery(at, { ...filter, ack: ['ended'] }, inSpace?.ids)
  const here = asked.deviceIds ? deviceIds.filter((id) => asked.deviceIds?.includes(id)) : deviceIds
  if (here.length === 0) return { alarms: [], isCut }
  const alarms: Alarm[] = []
  for (let after: string | null | undefined; ; ) {
    const body = { ...asked, deviceIds: here, pageSize: 200, continuationToken: after }
    const page = await reader.ask(operations.findAlarms, { body })
    alarms.push(...page.data.filter((alarm) => endOf(alarm, ended.get(alarm.id)?.endsAt) !== null))
    after = page.continuationToken
    if (!after || alarms.length >= ended.size) return { alarms, isCut }
  }
}
