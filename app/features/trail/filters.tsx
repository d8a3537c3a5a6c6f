/** The form of the trail's filters, with hidden fields for those it does not show. */

import { useT } from '~/i18n/use-t'
import type { TrailChoices } from '~/trail/filter-choices'
import { outcomes } from '~/trail/record'
import { Checkboxes } from '~/ui/choice-field'
import { SearchInput } from '~/ui/field'
import { Filters, MoreFilters } from '~/ui/form'
import { zoneName } from '~/ui/format'
import { DayInput } from '~/ui/time-input'
import { type Filter, isFiltered } from './filter'
import { changeName } from './shared/words'

export function TrailFilters({
  filter,
  zone,
  clearHref,
  choices,
}: {
  filter: Filter
  zone: string
  clearHref: string
  choices: TrailChoices
}) {
  const t = useT()
  const { mutation, outcome, kind, from, to } = filter
  // Active filters stay visible.
  const isOpen = [mutation, outcome, kind, from, to].some(Boolean)
  return (
    <Filters
      clearHref={isFiltered(filter) ? clearHref : undefined}
      keep={{ since: filter.since, id: filter.id, under: filter.under, actor: filter.actor, zone }}
    >
      <SearchInput label={t('main:trail.filter.search')} defaultValue={filter.q} />
      <MoreFilters isOpen={isOpen}>
        <Checkboxes
          name="mutation"
          label={t('main:trail.filter.mutation')}
          selected={mutation ?? []}
          options={choices.changes.map((name) => ({ value: name, label: changeName(t, name) }))}
        />
        <Checkboxes
          name="outcome"
          label={t('main:trail.filter.outcome')}
          selected={outcome ?? []}
          options={outcomes.map((one) => ({ value: one, label: t(`outcome.${one}`) }))}
        />
        <Checkboxes
          name="kind"
          label={t('main:trail.filter.kind')}
          selected={kind ?? []}
          options={choices.kinds.map((one) => ({ value: one, label: t(`entity.${one}`) }))}
        />
        <DayInput
          name="from"
          label={t('main:trail.filter.from', { zone: zoneName(zone) })}
          defaultValue={filter.from}
        />
        <DayInput name="to" label={t('main:trail.filter.to', { zone: zoneName(zone) })} defaultValue={filter.to} />
      </MoreFilters>
    </Filters>
  )
}
