/** The occurrences of an alarm: a timeline, and a table with transitions and acknowledgement. */
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Pager } from '~/ui/pager'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { AlarmOccurrenceRow, AlarmPageData } from './alarm-page.server'
import { AckBadge } from './states'
import { OccurrenceStrip } from './strip'
import { alarmValueText } from './value'

export function History({
  history: { rows, total, firstHref, nextHref, now },
  timeZone,
}: Pick<AlarmPageData, 'history'> & { timeZone: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const caption = t('main:alarm.occurrences')
  const time = (at: string | null) => (at ? <Time at={at} timeZone={timeZone} /> : null)
  const kind = (state: AlarmOccurrenceRow['kind']) =>
    state === 'normal' ? t('main:alarm.state.normal') : t(`main:alarm.kind.${state}`)
  return (
    <Section title={caption} flush>
      <OccurrenceStrip rows={rows} now={now} timeZone={timeZone} />
      <Table
        caption={caption}
        rows={rows}
        rowKey={({ id }) => id}
        columns={[
          { key: 'raised', title: t('main:alarm.raisedAt'), isRowHeader: true, cell: (row) => time(row.raisedAt) },
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
                  cell: (row: AlarmOccurrenceRow) => alarmValueText(format, row.peak, row.unit),
                },
              ]
            : []),
          {
            key: 'steps',
            title: t('main:alarm.steps'),
            cell: (row) => (
              <ul>
                {row.steps.map((step) => (
                  <li key={`${step.at}${step.to}`}>
                    {kind(step.to)}, {time(step.at)}
                  </li>
                ))}
              </ul>
            ),
          },
          {
            key: 'ack',
            title: t('main:alarm.acknowledgement'),
            cell: (row) =>
              row.ack && (
                <>
                  <AckBadge
                    alarm={{ ack: row.ack, acknowledged: row.by ? { by: row.by, at: row.at, note: '' } : null }}
                  />{' '}
                  {time(row.at)}
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
