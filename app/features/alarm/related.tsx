/** The cause of an alarm, the alarms that follow from it, and those with the same cause. */
import { serviceProblemText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import type { AlarmPageData } from './alarm-page.server'
import { AlarmItems } from './following'

export function RelatedAlarms({ around }: Pick<AlarmPageData, 'around'>) {
  const t = useT()
  const title = t('main:alarm.related.title')
  if (!around.ok)
    return (
      <Section title={title}>
        <Unavailable detail={serviceProblemText(t, around.problem)} />
      </Section>
    )
  const { cause, because, siblings, following, isCut } = around.value
  return (
    <Section title={title}>
      <div className="flex flex-col gap-3">
        {isCut && (
          <Notice tone="warn" quiet>
            {t('main:alarm.related.cut')}
          </Notice>
        )}
        {cause && because && (
          <div>
            <h3>{t(`main:alarm.related.${because}`)}</h3>
            <AlarmItems alarms={[cause]} />
          </div>
        )}
        {following.length > 0 && (
          <div>
            <h3>{t('main:alarm.related.following', { count: following.length })}</h3>
            <AlarmItems alarms={following} />
          </div>
        )}
        {siblings.length > 0 && (
          <div>
            <h3>{t('main:alarm.related.siblings', { count: siblings.length })}</h3>
            <AlarmItems alarms={siblings} />
          </div>
        )}
        {!cause && following.length === 0 && <p className="text-soft">{t('main:alarm.related.none')}</p>}
      </div>
    </Section>
  )
}
