/** The form of the trail's filters; what it does not show it carries along. */

import { useT } from '~/i18n/use-t'
import type { TrailChoices } from '~/trail/filter-choices'
import { outcomes } from '~/trail/record'
import { changeName } from '~/trail/words'
import { Button } from '~/ui/button'
import { Select, TextInput, WordsInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { zoneName } from '~/ui/format'
import { Icon } from '~/ui/icons'
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
  const { mutation, outcome, kind, from, to } = filter
  // What narrows the trail stays in sight.
  const isOpen = [mutation, outcome, kind, from, to].some(Boolean)
  return (
    <Filters
      clearHref={hasFilter(filter) ? clearHref : undefined}
      keep={{ since: filter.since, id: filter.id, under: filter.under, actor: filter.actor, zone }}
    >
      <WordsInput label={t('main:trail.filter.search')} defaultValue={filter.q} />
      <details className="more-filters" open={isOpen}>
        <summary className="button">
          {t('action.moreFilters')} <Icon name="down" className="size-3.5" />
        </summary>
        <div>
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
          <Button>{t('action.filter')}</Button>
        </div>
      </details>
    </Filters>
  )
}
