/** The alarms that somebody chose, as they are now. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { type Chosen, chosen, type Matching } from '~/backend/chosen.server'
import type { Reader } from '~/backend/reader.server'
import { mostFor } from '~/changes'
import { countedIn } from '~/domain/counted'
import { ownCustomer } from '~/screens/place/own-customer.server'
import type { AlarmSelection } from './choice'
import { endedAlarms } from './ends.server'
import { type AlarmFilter, type AlarmsAt, alarmQuery } from './filter'
import { devicesInSpace } from './in-space.server'
import { namedAlarms } from './named.server'

type Given = Pick<Reader, 'ask' | 'read' | 'catalogues'>

/** Those of the customer alone. Trouble is a ServiceError, a customer of another tenant 404. */
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
  if (filter.ack === 'ended') {
    const things = await stillActive(reader, at, filter)
    return { things, next: null, total: { count: things.length, isCapped: false }, isPartial: false }
  }
  const { spaceId, deviceId } = { ...filter, ...at }
  const inSpace = spaceId && !deviceId ? await devicesInSpace(reader, { customerId: at.customerId, spaceId }) : null
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

/** What a filter keeps of the alarms whose acknowledgement has ended; those that are over are forgotten by and by. */
export async function stillActive(reader: Given, at: AlarmsAt, filter: AlarmFilter): Promise<Alarm[]> {
  const ended = new Map((await endedAlarms(at)).map((end) => [end.alarm_id, end]))
  const deviceIds = [...new Set([...ended.values()].flatMap(({ device_id }) => device_id ?? []))]
  if (deviceIds.length === 0) return []
  const asked = alarmQuery(at, filter)
  const here = asked.deviceIds?.length ? deviceIds.filter((id) => asked.deviceIds?.includes(id)) : deviceIds
  if (here.length === 0) return []
  const found: Alarm[] = []
  for (let after: string | null | undefined; ; ) {
    const body = { ...asked, deviceIds: here, pageSize: 200, continuationToken: after }
    const page = await reader.ask(operations.findAlarms, { body })
    found.push(...page.data.filter(({ id }) => ended.has(id)))
    after = page.continuationToken
    if (!after || found.length >= ended.size) return found
  }
}
