/** The facts of an alarm that its head does not link to: time, value, acknowledgement, and what its controller says. */
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { Section } from '~/ui/page'
import { LogTime, Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { AlarmPageData } from './alarm-page.server'
import { AckBadge } from './states'
import { alarmValueText, differenceText } from './value'

export function AlarmFacts({ alarm, timeZone }: { alarm: AlarmPageData['alarm']; timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { acknowledged, limit } = alarm
  return (
    <Section title={t('main:alarm.about')}>
      <Facts
        columns={2}
        facts={[
          {
            term: t('main:alarm.since'),
            value:
              alarm.seconds === null ? (
                <Time at={alarm.since} timeZone={timeZone} />
              ) : (
                <>
                  <LogTime at={alarm.since} timeZone={timeZone} /> · {format.duration(alarm.seconds)}
                </>
              ),
          },
          ...(alarm.returned
            ? [{ term: t('main:alarm.returnedAt'), value: <Time at={alarm.returned} timeZone={timeZone} /> }]
            : []),
          {
            term: t('field.kind'),
            value: alarm.kind === 'normal' ? t('main:alarm.state.normal') : t(`main:alarm.kind.${alarm.kind}`),
          },
          ...(alarm.value === null
            ? []
            : [{ term: t('main:alarm.value'), value: alarmValueText({ t, format }, alarm.value, alarm.unit) }]),
          ...(limit
            ? [{ term: t('main:alarm.limit'), value: alarmValueText({ t, format }, limit.value, limit.unit) }]
            : []),
          ...(limit?.deadband
            ? [{ term: t('main:alarm.deadband'), value: differenceText({ t, format }, limit.deadband, limit.unit) }]
            : []),
          { term: t('main:alarm.priority'), value: format.number(alarm.priority) },
          ...(alarm.notificationClass === null
            ? []
            : [{ term: t('main:alarm.notificationClass'), value: String(alarm.notificationClass) }]),
          ...(alarm.controllerTime
            ? [
                {
                  term: t('main:alarm.controllerTime'),
                  value: <LogTime at={alarm.controllerTime} timeZone={timeZone} />,
                },
              ]
            : []),
          ...(alarm.object
            ? [{ term: t('main:point.object'), value: <span className="mono">{alarm.object}</span> }]
            : []),
          ...(alarm.flags.length > 0
            ? [
                {
                  term: t('main:alarm.flags'),
                  value: format.list(alarm.flags.map((name) => t(`main:alarm.flag.${name}`))),
                },
              ]
            : []),
          { term: t('main:alarm.acknowledgement'), value: <AckBadge alarm={alarm} /> },
          ...(acknowledged?.at
            ? [{ term: t('main:alarm.acknowledgedAt'), value: <Time at={acknowledged.at} timeZone={timeZone} /> }]
            : []),
          ...(alarm.acknowledgedElsewhere
            ? [
                {
                  term: t('main:alarm.acknowledgedElsewhere'),
                  value: <Time at={alarm.acknowledgedElsewhere} timeZone={timeZone} />,
                },
              ]
            : []),
          ...(alarm.until
            ? [{ term: t('main:alarm.until'), value: <Time at={alarm.until} timeZone={timeZone} /> }]
            : []),
          ...(acknowledged?.note ? [{ term: t('main:alarm.note'), value: <bdi>{acknowledged.note}</bdi> }] : []),
          ...(alarm.waiting.length > 0
            ? [
                {
                  term: t('main:alarm.waiting'),
                  value: format.list(alarm.waiting.map((name) => t(`main:alarm.transition.${name}`))),
                },
              ]
            : []),
        ]}
      />
    </Section>
  )
}
