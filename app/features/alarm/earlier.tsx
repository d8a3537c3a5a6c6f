/** How often an alarm was raised in the last 30 days, when, and the alarms of the same kind before it. */
import './alarm.css'
import { serviceProblemText } from '~/change/problem-text'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { AlarmPageData } from './alarm-page.server'
import { AlarmStrip } from './strip'

export function EarlierOccurrences({
  earlier,
  timeZone,
}: Pick<AlarmPageData, 'earlier'> & { timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const title = t('main:alarm.earlier.title')
  if (!earlier.ok)
    return (
      <Section title={title}>
        <Unavailable detail={serviceProblemText(t, earlier.problem)} />
      </Section>
    )
  const { count, window, spans, alarms } = earlier.value
  return (
    <Section title={title} aside={<span>{countText(t, 'timesIn30Days', count)}</span>}>
      <AlarmStrip spans={spans} window={window} timeZone={timeZone} />
      {alarms.length > 0 && (
        <>
          <h3 className="mt-2">{t('main:alarm.earlier.before')}</h3>
          <ul className="alarm-list">
            {alarms.map(({ id, href, raisedAt, seconds, by, at }) => (
              <li key={id}>
                <A href={href}>{format.minute(raisedAt, timeZone)}</A>
                <span>{seconds === null ? t('main:alarm.state.active') : format.duration(seconds)}</span>
                {by && (
                  <span className="text-faint">
                    <bdi>{by}</bdi>
                    {at && (
                      <>
                        , <Time at={at} timeZone={timeZone} />
                      </>
                    )}
                  </span>
                )}
              </li>
            ))}
          </ul>
        </>
      )}
    </Section>
  )
}
