/** The form of the trail's filters; what it does not show it carries along. */

import { useT } from '~/i18n/use-t'
import type { TrailChoices } from '~/trail/filter-choices'
import { outcomes } from '~/trail/record'
import { changeName } from '~/trail/words'
import { Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { zoneName } from '~/ui/format'
import { type Filter, hasFilter } from './filter'

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
  const any = { value: '', label: t('word.any') }
  return (
    <Filters
      clearHref={hasFilter(filter) ? clearHref : undefined}
      keep={{ since: filter.since, id: filter.id, under: filter.under, actor: filter.actor, zone }}
    >
      <TextInput name="q" type="search" label={t('main:trail.filter.search')} defaultValue={filter.q} />
      <Select
        name="mutation"
        label={t('main:trail.filter.mutation')}
        defaultValue={filter.mutation ?? ''}
        options={[any, ...choices.changes.map((name) => ({ value: name, label: changeName(t, name) }))]}
      />
      <Select
        name="outcome"
        label={t('main:trail.filter.outcome')}
        defaultValue={filter.outcome ?? ''}
        options={[any, ...outcomes.map((outcome) => ({ value: outcome, label: t(`outcome.${outcome}`) }))]}
      />
      <Select
        name="kind"
        label={t('main:trail.filter.kind')}
        defaultValue={filter.kind ?? ''}
        options={[any, ...choices.kinds.map((kind) => ({ value: kind, label: t(`entity.${kind}`) }))]}
      />
      <TextInput
        name="from"
        type="date"
        label={t('main:trail.filter.from', { zone: zoneName(zone) })}
        defaultValue={filter.from}
      />
      <TextInput
        name="to"
        type="date"
        label={t('main:trail.filter.to', { zone: zoneName(zone) })}
        defaultValue={filter.to}
      />
    </Filters>
  )
}
