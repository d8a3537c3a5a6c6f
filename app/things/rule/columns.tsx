/** Columns of the rule list: the equipment on which each rule runs, waits or is off, and its faults. */
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/screens/list/name-column'
import type { Column, ListView } from '~/screens/list/view'
import { FaultSeverity } from '~/things/fault/states'
import { Tally } from '~/ui/tally'
import { ruleFields } from './filter'
import { lackingText, type RuleRow } from './row'

type RuleColumn = Column<RuleRow>
type Counted = 'equipment' | 'running' | 'off' | 'waiting' | 'faults'

/** Returns a column of numbers that link to what they count. */
const number = (key: Counted, to: (row: RuleRow) => string | null = () => null): RuleColumn => ({
  key,
  title: (t) => t(`main:rule.column.${key}`),
  align: 'end',
  text: (row) => row[key],
  cell: (row) => <Tally value={row[key]} href={to(row)} />,
})

/** The severity, without colour while the rule has no active fault. */
const severity: RuleColumn = {
  key: 'severity',
  title: (t) => t('main:fault.severityLabel'),
  holds: 'kind',
  text: (row, t) => row.severity && t(`severity.${row.severity}`),
  cell: ({ severity: how, faults }) =>
    how && <FaultSeverity fault={{ severity: how, status: faults > 0 ? 'active' : 'cleared' }} />,
}

const inFile = (key: string, title: RuleColumn['title'], text: RuleColumn['text']): RuleColumn => ({
  key,
  title,
  text,
  only: 'file',
})

export const ruleView: ListView<typeof ruleFields, RuleRow> = {
  fields: ruleFields,
  columns: [
    {
      ...nameColumn<RuleRow>({
        title: (t) => t('main:fault.rule'),
        text: ({ name }) => name,
        beside: ({ code }) => <span className="mono font-normal text-soft">{code}</span>,
      }),
      holds: 'text',
    },
    inFile(
      'code',
      (t) => t('main:rule.code'),
      ({ code }) => code,
    ),
    severity,
    number('equipment'),
    number('running'),
    number('waiting', ({ waitingHref }) => waitingHref),
    number('off', ({ offHref }) => offHref),
    number('faults', ({ faultsHref }) => faultsHref),
    {
      key: 'lacking',
      title: (t) => t('main:rule.column.lacking'),
      holds: 'how',
      text: ({ lacking }) => lackingText(lacking),
    },
    inFile(
      'category',
      (t) => t('main:fault.categoryLabel'),
      (row, t) => (row.category ? t(`main:fault.category.${row.category}`) : t('word.unknown')),
    ),
    inFile(
      'suspended',
      (t) => t('main:rule.status.suspended'),
      (row) => row.suspended,
    ),
    inFile(
      'manual',
      (t) => t('main:rule.column.manual'),
      (row) => row.manual,
    ),
    inFile(
      'description',
      (t) => t('main:rule.description'),
      (row) => row.description,
    ),
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'rules', total),
  standing: {
    waiting: (t) => t('main:rule.stands.waiting'),
    off: (t) => t('main:rule.stands.off'),
    faults: (t) => t('main:rule.stands.faults'),
  },
  words: {
    none: (t) => ({ title: t('main:rule.none') }),
    empty: (t) => ({ title: t('main:rule.empty'), text: t('main:rule.emptyText') }),
    partial: (t) => ({ title: t('main:rule.partial'), text: t('main:rule.partialText') }),
  },
}
