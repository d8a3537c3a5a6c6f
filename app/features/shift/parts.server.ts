/** The parts of a shift page, each read on its own; a failure affects only its part. */
import { asPanel, type Panel, type Reader } from '~/backend/reader.server'
import { translator } from '~/i18n/i18n.server'
import { alarmPart } from './alarm-part.server'
import { changePart, readTally } from './change-part.server'
import { controllerPart } from './controller-part.server'
import { faultPart } from './fault-part.server'
import { overridePart } from './override-part.server'
import { type PartContent, type PartName, partNames } from './part'
import { readRaisedAlarms } from './raised-alarms.server'
import { falseIfUnavailable, type ShiftQuery, type ShiftScope } from './shift-query.server'
import { workPart } from './work-part.server'

export type PartContents = Partial<Record<PartName, Panel<PartContent | null> | false>>

/** Returns the parts the person may read. Null: the backend has no such list; false: the store is unavailable. */
export async function readParts(reader: Reader, scope: ShiftScope, since: string): Promise<PartContents> {
  const { may, features } = reader
  const query: ShiftQuery = { reader, scope, since, t: translator(reader.language) }
  const raised = may('alarm.read') ? readRaisedAlarms(query) : null
  const tally = may('trail.read') ? readTally(query) : null
  // Both are awaited below, by the first part that needs them; this avoids unhandled rejections.
  raised?.catch(() => undefined)
  tally?.catch(() => undefined)
  const work: Record<PartName, (() => Promise<PartContent | null>) | null> = {
    alarms: raised && (() => alarmPart(query, raised)),
    faults: may('fault.read') && features.faults ? () => faultPart(query) : null,
    overrides: may('point.read') ? () => overridePart(query, tally) : null,
    work: may('config.read') || may('deploy.read') ? () => workPart(query) : null,
    controllers: may('device.read') ? () => controllerPart(query, raised) : null,
    changes: tally && (async () => changePart(query, await tally)),
  }
  const results = await Promise.all(
    partNames.map(async (name) => {
      const find = work[name]
      return [name, find && (await falseIfUnavailable(asPanel(find())))] as const
    }),
  )
  return Object.fromEntries(results.filter(([, part]) => part !== null))
}
