/** Columns of the equipment of a rule: state, missing points and fault. */
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListColumn, ListView } from '~/kit/list/view'
import { PlacePath } from '~/kit/place/place-path'
import { A } from '~/ui/link'
import type { StateRow } from './row'
import { RuleStatusBadge } from './states'

/** States of a rule on a piece of equipment. */
export const ruleStatuses = ['running', 'waitingForPoints', 'disabled', 'suspended'] as const

export const stateFields = {
  q: { kind: 'words', label: (t) => t('action.search'), hint: (t) => t('main:rule.equipmentHint') },
  status: {
    kind: 'choice',
    several: true,
    label: (t) => t('field.state'),
    values: ruleStatuses,
    text: (t, value) => t(`main:rule.status.${value as (typeof ruleStatuses)[number]}`),
  },
} as const satisfies FilterFields

/** A column for rows that are named after either the rule or the equipment. */
type StateColumn = ListColumn<Omit<StateRow, 'type' | 'place'>>

export const statusColumn: StateColumn = {
  key: 'status',
  title: (t) => t('field.state'),
  width: 'how',
  text: (row, t) => t(`main:rule.status.${row.status}`),
  cell: ({ status, isManual }) => <RuleStatusBadge status={status} isManual={isManual} />,
}

export const missingColumn: StateColumn = {
  key: 'missing',
  title: (t) => t('main:rule.column.lacking'),
  width: 'text',
  isRare: true,
  text: ({ missing }) => missing.join(', '),
}

export const faultColumn: StateColumn = {
  key: 'fault',
  title: (t) => t('entity.fault'),
  width: 'kind',
  isRare: true,
  text: ({ hasFault }, t) => (hasFault ? t('main:fault.status.active') : null),
  cell: ({ hasFault, faultHref }, { t }) =>
    hasFault && (faultHref ? <A href={faultHref}>{t('main:fault.status.active')}</A> : t('main:fault.status.active')),
}

/** Link to the plan that switches a rule on one piece of equipment. */
export const switchColumn: StateColumn = {
  key: 'switch',
  title: (t) => t('main:rule.switch'),
  width: 'kind',
  only: 'page',
  isRare: true,
  text: ({ switchHref, status }, t) =>
    switchHref &&
    t(status === 'disabled' || status === 'waitingForPoints' ? 'main:rule.switchOn' : 'main:rule.switchOff'),
  cell: (row, { t }) =>
    row.switchHref && (
      <A href={row.switchHref}>
        {switchColumn.text(row, t)}
        <span className="sr-only"> {row.name}</span>
      </A>
    ),
}

export const stateView: ListView<typeof stateFields, StateRow> = {
  fields: stateFields,
  columns: [
    nameColumn<StateRow>({ title: (t) => t('entity.equipment'), text: ({ name }) => name }),
    { key: 'type', title: (t) => t('main:fault.equipmentType'), only: 'file', text: ({ type }) => type },
    {
      key: 'place',
      title: (t) => t('field.location'),
      width: 'place',
      text: ({ place }) => place,
      cell: ({ place }) => <PlacePath path={place} />,
    },
    statusColumn,
    missingColumn,
    faultColumn,
    switchColumn,
    {
      key: 'manual',
      title: (t) => t('main:rule.column.manual'),
      only: 'file',
      text: ({ isManual }, t) => t(isManual ? 'word.yes' : 'word.no'),
    },
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'equipment', total),
  words: {
    none: (t) => ({ title: t('main:rule.equipmentNone') }),
    empty: (t) => ({ title: t('main:rule.equipmentNone') }),
    partial: (t) => ({ title: t('main:rule.partial'), text: t('main:rule.partialText') }),
  },
  choice: {
    name: 'equipment',
    nameOf: ({ name }) => name,
    bulkActions: { switch: (t) => t('main:rule.switchMany'), map: (t) => t('main:rule.mapMany') },
  },
}

/** Returns the view without fault columns, for people who may not see faults. */
export const withoutFaultColumns = <View extends { columns: readonly { key: string }[] }>(view: View): View => ({
  ...view,
  columns: view.columns.filter(({ key }) => key !== 'fault' && key !== 'faults'),
})
