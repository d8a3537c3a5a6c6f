/** The filters of a list as a GET form, built from their declaration. */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Checkboxes } from '~/ui/choice-field'
import { type Option, SearchInput, Select, TextInput } from '~/ui/field'
import { Filters, MoreFilters } from '~/ui/form'
import { Icon } from '~/ui/icons'
import { A } from '~/ui/link'
import { usePageContext } from '~/ui/page-context'
import { DayInput } from '~/ui/time-input'
import { useFormat } from '~/ui/use-format'
import type { AnyFilter, ChoiceFilterField, FilterField, FilterFields } from './filter'
import type { ListData } from './source.server'
import type { CellContext } from './view'

type List = Pick<ListData<unknown>, 'filter' | 'sort' | 'isNarrowed' | 'options' | 'links' | 'columns'>

/** The number of fields shown side by side. With more, or with a multiple choice, all but the search are collapsed. */
const maxInlineFields = 3

export function FilterForm({ fields, list }: { fields: FilterFields; list: List }) {
  const { filterProblems } = usePageContext()
  const all = Object.entries(fields)
  const hiddenNames = all.filter(([, { kind }]) => kind === 'carried' || kind === 'moment').map(([name]) => name)
  const visibleCount = all.length - hiddenNames.length
  if (visibleCount === 0) return null
  const isFolded = visibleCount > maxInlineFields || all.some(([, field]) => isSeveral(field))
  const folded = isFolded ? all.filter(([name]) => name !== 'q' && !hiddenNames.includes(name)) : []
  const moments = all.filter(([, { kind }]) => kind === 'moment')
  const inputs = { filter: list.filter, options: list.options }
  return (
    <Filters
      clearHref={list.isNarrowed ? list.links.clear : undefined}
      keep={{
        sort: list.sort,
        ...list.columns,
        ...Object.fromEntries(hiddenNames.map((name) => [name, list.filter[name]])),
      }}
    >
      <FilterInputs fields={folded.length > 0 ? { ...(fields.q && { q: fields.q }) } : fields} {...inputs} />
      {folded.length > 0 && (
        <MoreFilters isOpen={folded.some(([name]) => filterProblems[name])} isAll={!fields.q}>
          <FilterInputs fields={Object.fromEntries(folded)} {...inputs} />
        </MoreFilters>
      )}
      {[...folded, ...moments].map(([name, field]) => (
        <Chips key={name} name={name} field={field} list={list} />
      ))}
    </Filters>
  )
}

function isSeveral(field: FilterField): field is ChoiceFilterField & { several: true } {
  return field.kind === 'choice' && field.several === true
}

/** One chip per active filter value, which removes it. */
function Chips({ name, field, list }: { name: string; field: FilterField; list: List }) {
  const t = useT()
  const format = useFormat()
  return activeFilters({ t, format }, { [name]: field }, list).map(({ label, value, without }) => (
    <A key={without} href={without} className="chip" aria-label={t('table.without', { filter: `${label}: ${value}` })}>
      {label} <b>{value}</b> <Icon name="cross" className="size-3" />
    </A>
  ))
}

/** Returns the values that filter a list, in words, each with the list without it. */
export function activeFilters(
  { t, format }: Pick<CellContext, 't' | 'format'>,
  fields: FilterFields,
  { filter, links, options }: Pick<List, 'filter' | 'links' | 'options'>,
): { label: string; value: string; without: string }[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    if (field.kind === 'carried') return []
    return [filter[name] ?? []].flat().flatMap((value, at) => {
      const without = links.without[name]?.[at]
      if (!value || !without) return []
      const text =
        field.kind === 'choice'
          ? (field.text?.(t, value) ?? labelOf(options[name], value))
          : field.kind === 'moment'
            ? format.minute(value)
            : value
      return [{ label: field.label(t), value: text, without }]
    })
  })
}

function labelOf(options: readonly Option[] | undefined, value: string): string {
  return options?.find((option) => option.value === value)?.label ?? value
}

/** The inputs alone, for other forms with the same filter. */
export function FilterInputs({
  fields,
  filter,
  options,
}: { fields: FilterFields; filter: AnyFilter } & Pick<List, 'options'>) {
  return Object.entries(fields).map(([name, field]) => {
    const value = filter[name]
    if (isSeveral(field))
      return <SeveralInput key={name} name={name} field={field} values={[value ?? []].flat()} offered={options[name]} />
    return <FilterInput key={name} name={name} field={field} value={[value].flat()[0]} offered={options[name]} />
  })
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
      // The search input of every list has its label inside.
      if (name === 'q')
        return (
          <SearchInput
            label={field.label(t)}
            placeholder={field.hint?.(t) ?? field.label(t)}
            defaultValue={value}
            maxLength={field.maxLength ?? 200}
          />
        )
      return (
        <TextInput
          name={name}
          label={field.label(t)}
          placeholder={field.hint?.(t)}
          defaultValue={value}
          maxLength={field.maxLength ?? 200}
          className={field.maxLength && field.maxLength < 20 ? 'w-24' : undefined}
        />
      )
    case 'day':
      return <DayInput name={name} label={field.label(t)} defaultValue={value} />
    case 'choice': {
      const options = optionsOf(t, { field, offered, selected: value === undefined ? [] : [value] })
      if (options.length === 0) return null
      const any = { value: '', label: field.any?.(t) ?? t('word.any') }
      return <Select name={name} label={field.label(t)} defaultValue={value ?? ''} options={[any, ...options]} />
    }
  }
}

/** Returns the options of a choice, including selected values outside of them. */
function optionsOf(
  t: Translate,
  {
    field,
    offered,
    selected,
  }: { field: ChoiceFilterField; offered: readonly Option[] | undefined; selected: readonly string[] },
): readonly Option[] {
  const { values, text = (_, own) => own } = field
  const knownOptions = offered ?? values?.map((own) => ({ value: own, label: text(t, own) })) ?? []
  const missing = selected.filter((value) => knownOptions.every((option) => option.value !== value))
  return [...missing.map((value) => ({ value, label: text(t, value) })), ...knownOptions]
}

/** A multiple choice; nothing ticked means any. */
function SeveralInput({
  name,
  field,
  values,
  offered,
}: Pick<InputProps, 'name' | 'offered'> & { field: ChoiceFilterField; values: readonly string[] }) {
  const t = useT()
  const options = optionsOf(t, { field, offered, selected: values })
  if (options.length === 0) return null
  return <Checkboxes name={name} label={field.label(t)} options={options} selected={values} any={field.any?.(t)} />
}
