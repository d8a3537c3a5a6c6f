/** The latest changes of a place: time, person, sentence and outcome. */

import { Outcomes } from '~/features/trail/shared/outcomes'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import type { RecentChangeList } from './recent-changes.server'

export function RecentChanges({ changes }: { changes: RecentChangeList | false }) {
  const t = useT()
  if (!changes)
    return (
      <Section title={t('main:overview.changes.title')}>
        <Unavailable />
      </Section>
    )
  const { rows, isCut, trailHref } = changes
  return (
    <Section
      title={t('main:overview.changes.title')}
      aside={<A href={trailHref}>{t('main:overview.changes.trail')}</A>}
      flush
    >
      <div className="stacked-room">
        <Table
          caption={t('main:overview.changes.caption')}
          rows={rows}
          rowKey={(row) => row.key}
          isLined
          empty={
            <p className="px-4 py-3 text-soft">
              {t(isCut ? 'main:overview.changes.noneLately' : 'main:overview.changes.none')}
            </p>
          }
          columns={[
            {
              key: 'when',
              title: t('main:overview.changes.column.when'),
              width: 'kind',
              cell: ({ at }) => <Time at={at} />,
            },
            {
              key: 'who',
              title: t('main:overview.changes.column.who'),
              width: 'how',
              cell: ({ who }) => <bdi>{who}</bdi>,
              whole: ({ who }) => who,
            },
            {
              key: 'what',
              title: t('main:overview.changes.column.what'),
              isRowHeader: true,
              width: 'text',
              cell: ({ sentence, href }) => (
                <A href={href}>
                  <bdi>{sentence}</bdi>
                </A>
              ),
              whole: ({ sentence }) => sentence,
            },
            {
              key: 'result',
              title: t('main:overview.changes.column.result'),
              width: 'how',
              cell: ({ outcomes }) => <Outcomes outcomes={outcomes} />,
            },
          ]}
        />
      </div>
    </Section>
  )
}
