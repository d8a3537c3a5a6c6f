/** The alarms around one alarm: its cause, those with the same cause, and those that follow from it. */
import type { Alarm } from '#contracts/alarms'
import { operations } from '#contracts/operations'
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { type CauseKind, kindOfCause } from '~/domain/alarm-causes'
import { href, type Place } from '~/hrefs'
import { type AlarmRow, alarmRow } from './row'
import { acknowledgementEnds } from './shared/acknowledgement-ends.server'

/** The page limit of the call. */
const maxSearched = 200

export interface AlarmsAround {
  cause: AlarmRow | null
  because: CauseKind | null
  /** Others with the same cause. */
  siblings: AlarmRow[]
  following: AlarmRow[]
  /** The site has more alarms than were searched. */
  isCut: boolean
}

/**
 * Searches the active alarms of the site and of the controller; for an alarm that is over, those raised while it was
 * active.
 */
export async function alarmsAround(
  { call }: Pick<Reader, 'call'>,
  { at, alarm, now }: { at: Place; alarm: Alarm; now: string },
): Promise<Panel<AlarmsAround>> {
  return asPanel(read())

  async function read(): Promise<AlarmsAround> {
    const time = alarm.isActive
      ? { isActive: true }
      : { from: alarm.raisedAt, ...(alarm.normalAt && { to: alarm.normalAt }) }
    const search = (place: { siteIds: string[] } | { deviceIds: string[] }) =>
      call(operations.findAlarms, { body: { ...place, ...time, pageSize: maxSearched } })
    const [ofSite, ofDevice] = await Promise.all([
      search({ siteIds: [alarm.siteId] }),
      alarm.deviceId ? search({ deviceIds: [alarm.deviceId] }) : null,
    ])
    const found = [...ofSite.data, ...(ofDevice?.data ?? [])].filter(({ id }) => id !== alarm.id)
    const others = [...new Map(found.map((one) => [one.id, one])).values()]
    const cause = others.find((one) => kindOfCause(one, alarm) !== null) ?? null
    const following = others.filter((one) => kindOfCause(alarm, one) !== null)
    const siblings = cause ? others.filter((one) => one.id !== cause.id && kindOfCause(cause, one) !== null) : []
    const ends = await acknowledgementEnds(
      at,
      [cause, ...following, ...siblings].flatMap((one) => one?.id ?? []),
    )
    const context = { place: at, now, ends, href: ({ id }: Alarm) => href('alarm', { ...at, alarmId: id }) }
    const rows = (alarms: readonly Alarm[]) => alarms.map((one) => alarmRow(context, one))
    return {
      cause: cause && alarmRow(context, cause),
      because: cause && kindOfCause(cause, alarm),
      siblings: rows(siblings.filter((one) => !following.includes(one))),
      following: rows(following),
      isCut: Boolean(ofSite.continuationToken),
    }
  }
}
