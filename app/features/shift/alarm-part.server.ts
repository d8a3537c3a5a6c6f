/** The alarms of a shift page. */
import { operations } from '#contracts/operations'
import { groupByCause } from '~/domain/alarm-causes'
import { countInReply } from '~/domain/count'
import { alarmScopeQuery } from '~/features/overview/shared/scope'
import { href } from '~/hrefs'
import { alarmsHref } from '~/kit/place/lists'
import { maxPartRows, type PartContent } from './part'
import type { RaisedAlarms } from './raised-alarms.server'
import { line, type ShiftQuery, whereIn } from './shift-query.server'

const severityOrder = ['critical', 'high', 'medium', 'low'] as const
const severityTones = { critical: 'danger', high: 'high', medium: 'warn', low: 'low' } as const

/** New unacknowledged alarms, each root cause with the number of its consequences. */
export async function alarmPart(
  { reader, scope, since, t }: ShiftQuery,
  raisedAlarms: Promise<RaisedAlarms>,
): Promise<PartContent> {
  const unacknowledged = { ...alarmScopeQuery(scope), ackStates: ['unacknowledged' as const], pageSize: 1 }
  const [raised, newest, all] = await Promise.all([
    raisedAlarms,
    reader.call(operations.findAlarms, { body: { ...unacknowledged, from: since } }),
    reader.call(operations.findAlarms, { body: unacknowledged }),
  ])
  const { tenantId, customerId } = scope.at
  const causes = groupByCause(raised.alarms.filter(({ ackState }) => ackState === 'unacknowledged'))
  const rank = ({ alarm }: (typeof causes)[number]) => severityOrder.indexOf(alarm.severity)
  causes.sort((a, b) => rank(a) - rank(b) || b.below.length - a.below.length)
  return {
    lines: [
      line(t('main:shift.line.newAlarms'), raised.total, alarmsHref(scope, { since })),
      line(
        t('main:shift.line.newUnacknowledged'),
        countInReply(newest),
        alarmsHref(scope, { ack: 'unacknowledged', since }),
      ),
      line(t('main:shift.line.unacknowledged'), countInReply(all), alarmsHref(scope, { ack: 'unacknowledged' })),
    ],
    rows: causes.slice(0, maxPartRows).map(({ alarm, below }) => ({
      state: t(`severity.${alarm.severity}`),
      tone: severityTones[alarm.severity],
      name: alarm.equipmentName ?? alarm.deviceName ?? alarm.siteName ?? '',
      text: [alarm.messageText, below.length > 0 && t('main:shift.follow', { count: below.length })]
        .filter(Boolean)
        .join(' · '),
      where: whereIn(scope, alarm.path, alarm.siteName),
      at: alarm.raisedAt,
      href: href('alarm', { tenantId, customerId, alarmId: alarm.id }),
    })),
    isPartial: raised.isCut,
  }
}
