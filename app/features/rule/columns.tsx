/** Columns of the rule list: the equipment on which each rule runs, waits or is off, and its faults. */

import { FaultSeverityBadge } from '~/features/fault/shared/states'
import { countText } from '~/i18n/counted'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { CountCell } from '~/ui/count-cell'
import { ruleFields } from './filter'
import { missingPointsText, type RuleRow } from './row'

type RuleColumn = ListColumn<RuleRow>
type Counted = 'equipment' | 'running' | 'off' | 'waiting' | 'faults'

/** Returns a column of numbers that link to what they count. */
const number = (key: Counted, to: (row: RuleRow) => string | null = () => null): RuleColumn => ({
  key,
  title: (t) => t(`main:rule.column.${key}`),
  align: 'end',
  width: key === 'equipment' ? 'kind' : 'few',
  text: (row) => row[key],
  cell: (row) => <CountCell value={row[key]} href={to(row)} />,
})

/** The severity, without colour while the rule has no active fault. */
const severity: RuleColumn = {
  key: 'severity',
  title: (t) => t('main:fault.severityLabel'),
  width: 'kind',
  text: (row, t) => row.severity && t(`severity.${row.severity}`),
  cell: ({ severity: severityValue, faults }) =>
    severityValue && (
      <FaultSeverityBadge fault={{ severity: severityValue, status: faults > 0 ? 'active' : 'cleared' }} />
    ),
}

/** Returns a column of the file, which a reader can add to the page. */
const optional = (
  key: string,
  title: RuleColumn['title'],
  text: RuleColumn['text'],
  shape: Pick<RuleColumn, 'width' | 'align' | 'cell'> = { width: 'how' },
): RuleColumn => ({ key, title, text, isOptional: true, ...shape })

export const ruleView: ListView<typeof ruleFields, RuleRow> = {
  fields: ruleFields,
  columns: [
    {
      ...nameColumn<RuleRow>({
        title: (t) => t('main:fault.rule'),
        text: ({ name }) => name,
        beside: ({ code }) => <span className="mono font-normal text-soft">{code}</span>,
      }),
      width: 'sentence',
    },
    optional(
      'code',
      (t) => t('main:rule.code'),
      ({ code }) => code,
      { width: 'code', cell: ({ code }) => <span className="mono">{code}</span> },
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
      width: 'how',
      text: ({ missingPoints }) => missingPointsText(missingPoints),
    },
    optional(
      'category',
      (t) => t('main:fault.categoryLabel'),
      (row, t) => (row.category ? t(`main:fault.category.${row.category}`) : t('word.unknown')),
    ),
    optional(
      'suspended',
      (t) => t('main:rule.status.suspended'),
      (row) => row.suspended,
      { align: 'end' },
    ),
    optional(
      'manual',
      (t) => t('main:rule.column.manual'),
      (row) => row.manual,
      { align: 'end' },
    ),
    optional(
      'description',
      (t) => t('main:rule.description'),
      (row) => row.description,
      { width: 'place' },
    ),
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'rules', total),
  presetLabels: {
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
