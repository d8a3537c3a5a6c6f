/** Facts of a point, its alarms, and the schedules that write it. */
import { serviceProblemText } from '~/change/problem-text'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { SeverityBadge } from '~/ui/states'
import { useFormat } from '~/ui/use-format'
import type { PointData } from './point-page.server'
import { covIncrementText, statesText } from './shared/value'

export function PointFacts({ data: { row, point, equipment } }: { data: PointData }) {
  const t = useT()
  const format = useFormat()
  const { covIncrement, reliability } = point
  const { kind } = row.valueFormat
  const numberFacts = [
    {
      term: t('main:point.increment'),
      value: covIncrement === null ? null : covIncrementText(format, row.valueFormat, covIncrement),
    },
  ]
  return (
    <Facts
      facts={[
        { term: t('field.description'), value: point.description && <bdi>{point.description}</bdi> },
        { term: t('field.kind'), value: t(`main:point.kind.${kind}`) },
        {
          term: t('main:point.object'),
          value: <span className="mono">{point.object}</span>,
        },
        ...(point.group ? [{ term: t('main:point.group'), value: <bdi>{point.group}</bdi> }] : []),
        ...(kind === 'number' ? numberFacts : []),
        ...(kind === 'boolean' || kind === 'enum'
          ? [{ term: t('main:point.states'), value: statesText(t, row.valueFormat) }]
          : []),
        {
          term: t('main:point.reliabilityLabel'),
          value: reliability && reliabilityText(t, reliability),
        },
        { term: t('main:point.type'), value: point.type },
        {
          term: t('entity.equipment'),
          value: equipment && (equipment.href ? <A href={equipment.href}>{equipment.name}</A> : equipment.name),
        },
        {
          term: t('main:point.canBeWritten'),
          value: t(row.isWritable ? 'word.yes' : 'word.no'),
        },
      ]}
    />
  )
}

/** An unknown reliability is shown as the controller reports it. */
function reliabilityText(t: Translate, reliability: string) {
  const label = t(`main:point.reliability.${reliability as 'noFaultDetected'}`, { defaultValue: '' })
  return label || <span className="mono">{reliability}</span>
}

export function PointAlarms({ data: { alarms } }: { data: PointData }) {
  const t = useT()
  if (!alarms) return null
  return (
    <Section title={t('main:view.alarms')}>
      {!alarms.ok ? (
        <Unavailable detail={serviceProblemText(t, alarms.problem)} />
      ) : alarms.value.alarms.length === 0 ? (
        <p className="text-soft">{t('main:point.noAlarms')}</p>
      ) : (
        <ul>
          {alarms.value.alarms.map(({ id, message, severity, href }) => (
            <li key={id}>
              <SeverityBadge severity={severity} /> <A href={href}>{message}</A>
            </li>
          ))}
        </ul>
      )}
      {alarms.ok && alarms.value.incomplete && <p className="text-soft">{t('main:point.moreAlarms')}</p>}
    </Section>
  )
}

export function PointSchedules({ data: { schedules } }: { data: PointData }) {
  const t = useT()
  if (!schedules) return null
  return (
    <Section title={t('main:point.schedules')}>
      {!schedules.ok ? (
        <Unavailable detail={serviceProblemText(t, schedules.problem)} />
      ) : schedules.value.length === 0 ? (
        <p className="text-soft">{t('main:point.noSchedules')}</p>
      ) : (
        <ul>
          {schedules.value.map(({ key, name, level }) => (
            <li key={key}>
              <bdi>{name}</bdi> <span className="text-soft">{t('main:point.atLevel', { level })}</span>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
