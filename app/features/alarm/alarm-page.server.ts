/** The data of the page of one alarm. */
import { transitionNames } from '#contracts/alarm-names'
import type { Alarm } from '#contracts/alarms'
import { site } from '#contracts/site'
import { asPanel, problemResponse, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { stateTextsOf } from '~/features/trend/shared/state-texts.server'
import { href, nodeHref, placeParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Language } from '~/i18n/languages'
import { typeWord } from '~/i18n/type-word'
import { parseListSearch } from '~/kit/list/filter'
import { findOrRefused } from '~/kit/list/refused-filter.server'
import { unknownParams } from '~/kit/list/unknown-params'
import { crumbsOf } from '~/kit/place/crumbs'
import { ownCustomer } from '~/kit/place/own-customer.server'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'
import { mayOpen } from '~/views'
import { alarmTrend } from './alarm-trend.server'
import { alarmsById } from './alarms-by-id.server'
import { alarmsAround } from './around.server'
import { earlierAlarms, historyOf, occurrencesOf, spanOf } from './occurrences.server'
import { alarmRow, isSwitched, objectReading } from './row'
import { acknowledgementEnds } from './shared/acknowledgement-ends.server'
import { alarmFields, viewParam } from './shared/filter'
import { type AlarmStateText, stateTextOr } from './value'

/** Maximum number of notes. */
const maxNotes = 50

export async function alarmPageData(reader: Reader, at: ParamsFor<'alarm'>, request: Request) {
  const [alarm] = await Promise.all([readAlarm(reader, at), ownCustomer(reader.read, at)])
  const { filter, after, parsed } = parseListSearch(request, {
    fields: alarmFields,
    others: ['sort', 'changed', viewParam],
  })
  const params = new URL(request.url).searchParams
  const list = { ...filter, sort: params.get('sort'), [viewParam]: params.get(viewParam) }
  const now = new Date().toISOString()
  const textRead = alarmStateText(reader, alarm)
  const about = { at, alarm, now, stateText: textRead }
  const [ends, recent, { result: occurrences, refused }, notes, place, trend, around, earlier, stateText] =
    await Promise.all([
      acknowledgementEnds(at, [alarm.id]),
      asPanel(occurrencesOf(reader, at)),
      findOrRefused(request, occurrencesOf(reader, at, after), null),
      notesOf(reader, at),
      asPanel(reader.call(site.getSite, { path: { id: alarm.siteId } })),
      alarmTrend(reader, about),
      alarmsAround(reader, about),
      earlierAlarms(reader, about),
      textRead,
    ])
  const row = alarmRow({ place: at, now, ends, href: () => null }, alarm)
  const t = translator(reader.language)
  return {
    at,
    alarm: {
      ...row,
      value: stateTextOr(stateText, row.value),
      ...alarmDetails(at, alarm, { language: reader.language, stateText }),
      ...linksFrom(reader, at, alarm),
    },
    eTag: alarm.eTag ?? '',
    mayAcknowledge: reader.may('alarm.ack'),
    isOpen: row.ack === 'unacknowledged' || row.ack === 'ended',
    timeZone: (place.ok && place.value.timeZone) || undefined,
    trend,
    /** When the alarm was active, as far as its latest occurrences tell. */
    spans: [...(recent.ok ? recent.value.data : []), alarm].flatMap(spanOf),
    around,
    earlier,
    history: historyOf(occurrences, {
      isSwitched: isSwitched(alarm),
      stateText,
      firstHref: after ? href('alarm', at, list) : undefined,
      nextHref: (next) => href('alarm', at, { ...list, after: next }),
    }),
    notes,
    backHref: href('customerAlarms', at, list),
    noteHref: reader.may('alarm.ack') ? href('alarmNote', at) : null,
    unclear: unknownParams(request, parsed, refused),
    refused,
    crumbs: [
      { name: t('main:view.alarms'), href: href('customerAlarms', at, list) },
      { name: row.message, href: href('alarm', at) },
    ],
  }
}

export type AlarmPageData = Awaited<ReturnType<typeof alarmPageData>>

/** Returns the alarm. Throws a 404 response when it does not exist or belongs to another customer. */
export async function readAlarm(reader: Pick<Reader, 'call'>, at: ParamsFor<'alarm'>): Promise<Alarm> {
  try {
    const [alarm] = await alarmsById(reader.call, [at.alarmId])
    if (alarm && (alarm.customerId ?? at.customerId) === at.customerId) return alarm
  } catch (error) {
    throw error instanceof ServiceError ? problemResponse(error) : error
  }
  throw new Response(null, { status: 404 })
}

/** Reads the texts of the states of an alarm's point; an analog one has none. */
async function alarmStateText(reader: Reader, { pointId, deviceId, objectType }: Alarm): Promise<AlarmStateText> {
  if (!pointId || !deviceId || objectType?.startsWith('analog') || !reader.may('point.read')) return () => null
  const textOf = await stateTextsOf(reader, [{ pointId, deviceId, kind: 'state' }])
  return (value) => textOf(pointId, value)
}

/** The details that only the page of an alarm shows. */
function alarmDetails(
  at: ParamsFor<'alarm'>,
  alarm: Alarm,
  { language, stateText }: { language: Language; stateText: AlarmStateText },
) {
  const { path = [], limit, priority, ackRequired, ackedTransitions, durationSec } = alarm
  return {
    way: [...crumbsOf(at, path), ...deviceCrumbs(at, alarm)],
    limit: limitOf(alarm, stateText),
    limitKind: limit?.kind ?? null,
    object: [alarm.objectType == null ? null : typeWord(language, alarm.objectType), alarm.objectInstance]
      .filter((part) => part != null)
      .join(' '),
    notificationClass: alarm.notificationClass ?? null,
    controllerTime: alarm.controllerTime ?? null,
    /** When it was acknowledged without a name: at the controller, or from another workstation. */
    acknowledgedElsewhere:
      alarm.ackState === 'acknowledged' && !alarm.acknowledgedBy?.fullName ? (alarm.acknowledgedAt ?? null) : null,
    flags: flagNames.filter((name) => alarm.statusFlags?.[name]),
    priority,
    seconds: durationSec ?? null,
    /** The transitions that are not acknowledged yet. */
    waiting: transitionNames.filter((name) => ackRequired?.[name] && !ackedTransitions?.[name]),
  }
}

/** The status flags that the alarm's state does not already imply. */
const flagNames = ['overridden', 'outOfService'] as const

function limitOf(alarm: Alarm, stateText: AlarmStateText) {
  const { value, deadband } = alarm.limit ?? {}
  const reading = typeof value === 'number' || typeof value === 'string' ? objectReading(alarm, value) : null
  if (reading === null) return null
  return { value: stateTextOr(stateText, reading), deadband: deadband ?? null, unit: alarm.unit ?? '' }
}

/** Links to the alarm's point and equipment; null where the reader may not see them. */
function linksFrom(
  { may, features }: Reader,
  at: ParamsFor<'alarm'>,
  { path = [], deviceId, pointId, equipmentId }: Alarm,
) {
  const faultsOf = equipmentId ? { equipmentId } : deviceId ? { deviceId } : null
  const params = { ...placeParams(at, path), deviceId: deviceId ?? '', pointId: pointId ?? '' }
  const isPlaced = Boolean(params.spaceId && deviceId && pointId)
  return {
    pointHref: isPlaced && may('point.read') ? href('point', params) : null,
    equipmentHref:
      equipmentId && mayOpen('equipment', { may, features })
        ? nodeHref(at, path, { id: equipmentId, type: 'equipment' })
        : null,
    faultsHref: faultsOf && mayOpen('faults', { may, features }) ? href('customerFaults', at, faultsOf) : null,
  }
}

function deviceCrumbs(at: ParamsFor<'alarm'>, { deviceId, deviceName, path = [] }: Alarm) {
  const link = deviceId && nodeHref(at, path, { id: deviceId, type: 'device' })
  return link ? [{ name: deviceName ?? deviceId, href: link }] : []
}

/** Returns the notes on the alarm that the reader may see in the audit trail, newest first. */
async function notesOf(reader: Reader, { tenantId, alarmId }: ParamsFor<'alarm'>) {
  const query = { tenantId, subjectKind: 'alarm', subjectId: alarmId, visibleTo: visibleTo(reader), limit: maxNotes }
  const { entries } = await findEntries(query)
  return entries
    .filter(({ reason, outcomeRecord }) => reason && outcomeRecord?.outcome === 'done')
    .map(({ sequence, at, actor, reason, mutation }) => ({
      sequence,
      at,
      by: actor.name,
      text: reason ?? '',
      isAcknowledgement: mutation === 'alarm.acknowledge',
    }))
}
