/** The last changes of a place: when, who, what in a sentence, and how it ended. */
import { useT } from '~/i18n/use-t'
import type { Outcome } from '~/trail/record'
import { A } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { OutcomeBadge } from '~/ui/states'
import { Table } from '~/ui/table'
import { Time } from '~/ui/time'
import { useFormat } from '~/ui/use-format'
import type { ChangesTold } from './recent-changes.server'

export function RecentChanges({ changes }: { changes: ChangesTold | false }) {
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
              holds: 'kind',
              cell: ({ at }) => <Time at={at} />,
            },
            {
              key: 'who',
              title: t('main:overview.changes.column.who'),
              holds: 'how',
              cell: ({ who }) => <bdi>{who}</bdi>,
              whole: ({ who }) => who,
            },
            {
              key: 'what',
              title: t('main:overview.changes.column.what'),
              isRowHeader: true,
              holds: 'text',
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
              holds: 'how',
              cell: ({ outcomes }) => <Result outcomes={outcomes} />,
            },
          ]}
        />
      </div>
    </Section>
  )
}

/** In the order in which they are told. */
const order: readonly Outcome[] = ['done', 'failed', 'refused', 'denied', 'unknown', 'pending']

function Result({ outcomes }: { outcomes: Partial<Record<Outcome, number>> }) {
  const t = useT()
  const format = useFormat()
  const found = order.filter((outcome) => (outcomes[outcome] ?? 0) > 0)
  const [only] = found
  if (only && found.length === 1 && outcomes[only] === 1) return <OutcomeBadge outcome={only} />
  const isAllDone = found.every((outcome) => outcome === 'done')
  const words = format.list(found.map((outcome) => t(`main:overview.outcome.${outcome}`, { count: outcomes[outcome] })))
  return <span className={isAllDone ? undefined : 'text-danger'}>{words}</span>
}
