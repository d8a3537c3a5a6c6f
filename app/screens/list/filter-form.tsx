/** The filters of a list as a form that navigates, made of their declaration. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { type Option, Select, TextInput, WordsInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import { Icon } from '~/ui/icons'
import { A } from '~/ui/link'
import { usePageContext } from '~/ui/page-context'
import { useFormat } from '~/ui/use-format'
import { type FilterField, type FilterFields, valuesOf } from './filter'
import type { ListData } from './source.server'

type List = Pick<ListData<unknown>, 'filter' | 'sort' | 'isNarrowed' | 'options' | 'links'>

/** So many fields stand side by side; where there are more, all but the search are behind a press. */
const mostInSight = 3

export function FilterForm({ fields, list }: { fields: FilterFields; list: List }) {
  const t = useT()
  const { filterProblems } = usePageContext()
  const all = Object.entries(fields)
  const carried = all.filter(([, { kind }]) => kind === 'carried' || kind === 'moment').map(([name]) => name)
  const shown = all.length - carried.length
  if (shown === 0) return null
  const folded = shown > mostInSight ? all.filter(([name]) => name !== 'q' && !carried.includes(name)) : []
  const moments = all.filter(([, { kind }]) => kind === 'moment')
  const given = { filter: list.filter, options: list.options }
  return (
    <Filters
      clearHref={list.isNarrowed ? list.links.clear : undefined}
      keep={{ sort: list.sort, ...Object.fromEntries(carried.map((name) => [name, list.filter[name]])) }}
    >
      <FilterInputs fields={folded.length > 0 ? { ...(fields.q && { q: fields.q }) } : fields} {...given} />
      {folded.length > 0 && (
        <>
          <details className="more-filters" open={folded.some(([name]) => filterProblems[name])}>
            <summary className="button">
              {t('action.moreFilters')} <Icon name="down" className="size-3.5" />
            </summary>
            <div>
              <FilterInputs fields={Object.fromEntries(folded)} {...given} />
              <Button>{t('action.filter')}</Button>
            </div>
          </details>
        </>
      )}
      {[...folded, ...moments].map(([name, field]) => (
        <Chip key={name} name={name} field={field} list={list} />
      ))}
    </Filters>
  )
}

/** A filter that is set, with the way to the list without it. */
function Chip({ name, field, list }: { name: string; field: FilterField; list: List }) {
  const t = useT()
  const format = useFormat()
  const value = list.filter[name]
  const without = list.links.without[name]
  if (field.kind === 'carried' || !value || !without) return null
  const label = field.label(t)
  const shown =
    field.kind === 'choice'
      ? format.list(
          (field.several ? valuesOf(value) : [value]).map(
            (one) => field.text?.(t, one) ?? labelOf(list.options[name], one),
          ),
        )
      : field.kind === 'moment'
        ? format.minute(value)
        : value
  return (
    <A href={without} className="chip" aria-label={t('table.without', { filter: `${label}: ${shown}` })}>
      {label} <b>{shown}</b> <Icon name="cross" className="size-3" />
    </A>
  )
}

function labelOf(options: readonly Option[] | undefined, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value
}

/** The inputs alone, for another form that is narrowed in the same way. */
export function FilterInputs({ fields, filter, options }: { fields: FilterFields } & Pick<List, 'filter' | 'options'>) {
  return Object.entries(fields).map(([name, field]) => (
    <FilterInput key={name} name={name} field={field} value={filter[name]} offered={options[name]} />
  ))
}

interface InputProps {
  name: string
  field: FilterField
  value: string | undefined
  offered: readonly Option[] | undefined
}

function FilterInput({ name, field, value, offered }: InputProps) {
  const t = useT()
  switch (field.kind) {
    case 'carried':
    case 'moment':
      return null
    case 'words':
      // What every list is searched by says so inside.
      if (name === 'q')
        return (
          <WordsInput
            label={field.label(t)}
            placeholder={field.hint?.(t) ?? field.label(t)}
            defaultValue={value}
            maxLength={field.most ?? 200}
          />
        )
      return (
        <TextInput
          name={name}
          label={field.label(t)}
          placeholder={field.hint?.(t)}
          defaultValue={value}
          maxLength={field.most ?? 200}
          className={field.most && field.most < 20 ? 'w-24' : undefined}
        />
      )
    case 'day':
      return <TextInput type="date" name={name} label={field.label(t)} defaultValue={value} />
    case 'choice': {
      const { values, text = (_, own) => own } = field
      const known = offered ?? values?.map((own) => ({ value: own, label: text(t, own) })) ?? []
      if (known.length === 0 && value === undefined) return null
      if (field.several) return <Several name={name} label={field.label(t)} options={known} chosen={valuesOf(value)} />
      const isMissing = value !== undefined && known.every((option) => option.value !== value)
      const any = { value: '', label: field.any?.(t) ?? t('word.any') }
      const others = isMissing ? [{ value, label: text(t, value) }, ...known] : known
      return <Select name={name} label={field.label(t)} defaultValue={value ?? ''} options={[any, ...others]} />
    }
  }
}

/** A box for each value: any of those that are ticked matches. */
function Several({
  name,
  label,
  options,
  chosen,
}: {
  name: string
  label: string
  options: readonly Option[]
  chosen: readonly string[]
}) {
  return (
    <fieldset className="several">
      <legend>{label}</legend>
      {options.map((option) => (
        <label key={option.value}>
          <input type="checkbox" name={name} value={option.value} defaultChecked={chosen.includes(option.value)} />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
