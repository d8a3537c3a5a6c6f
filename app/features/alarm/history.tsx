/** The occurrences of an alarm as a table with transitions and acknowledgement. */
import './alarm.css'
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import type { AlarmPageData } from './alarm-page.server'
import type { AlarmOccurrenceRow } from './occurrences.server'
import { AckBadge } from './states'
import { alarmValueText } from './value'

export function History({
  history: { rows, total, firstHref, nextHref },
  timeZone,
}: Pick<AlarmPageData, 'history'> & { timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const caption = t('main:alarm.occurrences')
  const kind = (state: AlarmOccurrenceRow['kind']) =>
    state === 'normal' ? t('main:alarm.state.normal') : t(`main:alarm.kind.${state}`)
  return (
    <Section title={caption} flush>
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ id }) => id}
        below={(row) =>
          isSimple(row) ? null : (
            <ul aria-label={t('main:alarm.steps')} className="alarm-list">
              {row.steps.map((step) => (
                <li key={`${step.at}${step.to}`}>
                  {kind(step.to)}
                  <Minute at={step.at} timeZone={timeZone} />
                </li>
              ))}
            </ul>
          )
        }
        columns={[
          {
            key: 'raised',
            title: t('main:alarm.raisedAt'),
            isRowHeader: true,
            cell: (row) => <Minute at={row.raisedAt} timeZone={timeZone} />,
          },
          {
            key: 'lasted',
            title: t('main:alarm.lasted'),
            cell: (row) =>
              row.normalAt && row.seconds !== null ? format.duration(row.seconds) : t('main:alarm.state.active'),
          },
          ...(rows.some(({ peak }) => peak !== null)
            ? [
                {
                  key: 'peak',
                  title: t('main:alarm.peak'),
                  cell: (row: AlarmOccurrenceRow) => alarmValueText({ t, format }, row.peak, row.unit),
                },
              ]
            : []),
          {
            key: 'ack',
            title: t('main:alarm.acknowledgement'),
            cell: (row) =>
              row.ack && (
                <>
                  <AckBadge
                    alarm={{ ack: row.ack, acknowledged: row.by ? { by: row.by, at: row.at, note: '' } : null }}
                  />{' '}
                  {row.at && <Minute at={row.at} timeZone={timeZone} />}
                </>
              ),
          },
        ]}
      />
      {(firstHref || nextHref) && (
        <Pager
          caption={caption}
          rowCount={rows.length}
          total={total ?? undefined}
          firstHref={firstHref}
          nextHref={nextHref}
        />
      )}
    </Section>
  )
}

/** Whether it was raised and returned to normal, with no other state between. */
const isSimple = ({ steps }: AlarmOccurrenceRow) => steps.filter(({ to }) => to !== 'normal').length <= 1

/** The date and minute: relative times of one day would all read the same. */
function Minute({ at, timeZone }: { at: string; timeZone: string | undefined }) {
  return <time dateTime={at}>{useFormat().minute(at, timeZone)}</time>
}
