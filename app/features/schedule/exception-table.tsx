/** The exceptions of a schedule with their next days. */
import { useLanguage, useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { useFormat } from '~/ui/use-format'
import { NextDays } from './next-days'
import type { ScheduleDetails } from './schedule-details.server'
import { intervalsText, periodText } from './words'

export function ExceptionTable({ details }: { details: ScheduleDetails }) {
  const t = useT()
  const language = useLanguage()
  const format = useFormat()
  const { schedule, calendars, exceptions } = details
  return (
    <Section title={t('main:schedule.exceptions')} flush>
      <Table
        caption={t('main:schedule.exceptions')}
        rows={exceptions}
        rowKey={({ key }) => key}
        empty={<EmptyState title={t('main:schedule.noExceptions')}>{t('main:schedule.noExceptionsText')}</EmptyState>}
        columns={[
          {
            key: 'name',
            title: t('field.name'),
            isRowHeader: true,
            cell: ({ name, key }) => <bdi>{name || key}</bdi>,
          },
          {
            key: 'when',
            title: t('main:schedule.when.label'),
            cell: ({ period, next }) => (
              <>
                {periodText({ t, language }, period, calendars)}
                <NextDays days={next} />
              </>
            ),
          },
          {
            key: 'what',
            title: t('main:schedule.does'),
            cell: ({ intervals }) =>
              intervalsText({ t, format }, { facets: schedule.facets, intervals, none: t('main:schedule.wholeDay') }),
          },
          { key: 'priority', title: t('main:schedule.strength'), align: 'end', cell: (row) => row.eventPriority },
        ]}
      />
    </Section>
  )
}
