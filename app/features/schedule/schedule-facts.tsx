/** The present and next value of a schedule, and its settings. */
import { isStrong } from '~/domain/schedule-priority'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Facts } from '~/ui/facts'
import { zoneName } from '~/ui/format'
import { Section } from '~/ui/page'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { ScheduleDetails } from './schedule-details.server'
import { scheduleValueText } from './words'

export function ScheduleFacts({ details }: { details: ScheduleDetails }) {
  const t = useT()
  const words = { t, format: useFormat() }
  const { schedule, timeZone, because, next, exceptions } = details
  const { facets, effectivePeriod, priorityForWriting, scheduleDefault, outOfService, valueType } = schedule
  const { start, end } = effectivePeriod
  const exception = because?.exception && exceptions.find(({ key }) => key === because.exception)
  return (
    <Section title={t('main:schedule.what')}>
      <Facts
        facts={[
          {
            term: t('main:schedule.now'),
            value: (
              <>
                {schedule.presentValue === undefined ? (
                  <span className="text-faint">{t('main:schedule.there.noValue')}</span>
                ) : (
                  <strong>{scheduleValueText(words, facets, schedule.presentValue)}</strong>
                )}
                {because && (
                  <span className="block text-sm text-soft">
                    {exception
                      ? t('main:schedule.because.exceptionNamed', { name: exception.name || exception.key })
                      : t(`main:schedule.because.${because.because}`)}
                  </span>
                )}
              </>
            ),
          },
          {
            term: t('main:schedule.next'),
            value: next ? (
              <>
                {scheduleValueText(words, facets, next.value)}, <Time at={next.at} timeZone={timeZone} />
              </>
            ) : (
              <span className="text-soft">{t(details.isAllKnown ? 'main:schedule.noNext' : 'word.notKnown')}</span>
            ),
          },
          { term: t('main:schedule.default'), value: scheduleValueText(words, facets, scheduleDefault) },
          {
            term: t('main:schedule.priority'),
            value: isStrong(priorityForWriting) ? (
              <>
                {priorityForWriting}
                <span className="block">
                  <Badge tone="warn">{t('main:schedule.strong')}</Badge>
                </span>
              </>
            ) : (
              priorityForWriting
            ),
          },
          {
            term: t('main:schedule.effective'),
            value: schedule.onController?.fixed.includes('effectivePeriod')
              ? t('word.notKnown')
              : start && end
                ? t('main:schedule.when.range', { start, end })
                : start
                  ? t('main:schedule.when.from', { start })
                  : end
                    ? t('main:schedule.when.until', { end })
                    : t('main:schedule.when.always'),
          },
          { term: t('main:schedule.type.label'), value: t(`main:schedule.type.${valueType}`) },
          { term: t('main:schedule.zone'), value: zoneName(timeZone) },
          ...(schedule.description ? [{ term: t('field.description'), value: <bdi>{schedule.description}</bdi> }] : []),
          ...(schedule.statusFlags?.fault
            ? [
                {
                  term: t('main:schedule.there.fault'),
                  value: <Badge tone="danger">{schedule.reliability ?? t('word.notKnown')}</Badge>,
                },
              ]
            : []),
          ...(outOfService
            ? [{ term: t('field.state'), value: <Badge tone="warn">{t('main:schedule.outOfService')}</Badge> }]
            : []),
        ]}
      />
    </Section>
  )
}
