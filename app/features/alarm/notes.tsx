/** The notes on an alarm, written with an acknowledgement or separately, from the audit trail. */
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Time } from '~/ui/time'
import type { AlarmPageData } from './alarm-page.server'

export function AlarmNotes({ notes }: Pick<AlarmPageData, 'notes'>) {
  const t = useT()
  return (
    <Section title={t('main:alarm.notes')}>
      {notes.length === 0 ? (
        <p className="text-soft">{t('main:alarm.noNotes')}</p>
      ) : (
        <ul className="flex flex-col gap-3">
          {notes.map(({ sequence, at, by, text, isAcknowledgement }) => (
            <li key={sequence}>
              <p>
                <bdi>{text}</bdi>
              </p>
              <p className="text-sm text-soft">
                <bdi>{by}</bdi>, <Time at={at} />
                {isAcknowledgement && ` · ${t('main:alarm.ack.acknowledged')}`}
              </p>
            </li>
          ))}
        </ul>
      )}
    </Section>
  )
}
