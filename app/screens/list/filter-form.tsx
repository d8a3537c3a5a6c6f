/** The filters of a list as a form that navigates, made of their declaration. */
import { useT } from '~/i18n/use-t'
import { type Option, Select, TextInput } from '~/ui/field'
import { Filters } from '~/ui/form'
import type { FilterField, FilterFields } from './filter'
import type { ListData } from './source.server'

type List = Pick<ListData<unknown>, 'filter' | 'sort' | 'isNarrowed' | 'options' | 'links'>

export function FilterForm({ fields, list }: { fields: FilterFields; list: List }) {
  const carried = Object.keys(fields).filter((name) => fields[name]?.kind === 'carried')
  if (Object.keys(fields).length === carried.length) return null
  return (
    <Filters
      clearHref={list.isNarrowed ? list.links.clear : undefined}
      keep={{ sort: list.sort, ...Object.fromEntries(carried.map((name) => [name, list.filter[name]])) }}
    >
      <FilterInputs fields={fields} filter={list.filter} options={list.options} />
    </Filters>
  )
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
      return null
    case 'words':
      return (
        <TextInput
          type={name === 'q' ? 'search' : 'text'}
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
      const isMissing = value !== undefined && known.every((option) => option.value !== value)
      const any = { value: '', label: field.any?.(t) ?? t('word.any') }
      const others = isMissing ? [{ value, label: text(t, value) }, ...known] : known
      return <Select name={name} label={field.label(t)} defaultValue={value ?? ''} options={[any, ...others]} />
    }
  }
}
