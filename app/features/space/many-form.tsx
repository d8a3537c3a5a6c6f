/** Spaces as editable rows. Each row posts the values it showed, so that unchanged fields are not overwritten. */
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { FormReply } from '~/change/plan'
import { useLanguage, useT } from '~/i18n/use-t'
import { optionsOf } from '~/kit/edit/fields'
import { ErrorSummary } from '~/ui/error-summary'
import { Select, TextInput } from '~/ui/field'
import { Form, HiddenFields, SubmitRow } from '~/ui/form'
import { Section } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import { Table, type TableColumn } from '~/ui/table'
import type { SpaceValues } from './many'
import { spaceFields } from './shared/fields'

interface SpaceFormRow extends SpaceValues {
  id: string
  depth: number
  /** The restored values, where a change is undone. */
  before: SpaceValues | null
}

export function ManyForm({
  rows,
  reply,
  building,
  cancelHref,
}: {
  rows: readonly SpaceFormRow[]
  reply: FormReply | undefined
  building: string
  cancelHref: string
}) {
  const t = useT()
  const language = useLanguage()
  const form = useChangeForm(reply, { id: 'spaces', defaultValue: {} })
  const rowById = new Map(rows.map((row) => [row.id, row]))
  const postedIds = readIds((at) => form.valuesOf(`space[${at}].id`)[0])
  const ids = postedIds.length > 0 ? postedIds : rows.map(({ id }) => id)
  const rowAt = (at: number) => {
    const row = rowById.get(ids[at] ?? '')
    return row?.before ?? row
  }
  const input = (at: number, name: keyof SpaceValues) => {
    const filled = form.input(`space[${at}].${name}`)
    return {
      ...filled,
      defaultValue: filled.defaultValue ?? (postedIds.length > 0 ? '' : rowAt(at)?.[name]),
    }
  }
  const nameOf = (at: number) => rowById.get(ids[at] ?? '')?.name ?? form.valuesOf(`space[${at}].name`)[0] ?? ''
  const label = (text: string) => <span className="sr-only">{text}</span>
  const columns: TableColumn<number>[] = [
    {
      key: 'name',
      title: t('field.name'),
      isRowHeader: true,
      cell: (at) => (
        <>
          <HiddenFields
            values={{
              [`space[${at}].id`]: ids[at],
              [`space[${at}].was`]: form.valuesOf(`space[${at}].was`)[0] ?? wasText(rowById.get(ids[at] ?? '')),
            }}
          />
          <TextInput
            label={label(t('main:space.many.nameOf', { name: nameOf(at) }))}
            maxLength={100}
            {...input(at, 'name')}
          />
        </>
      ),
    },
    {
      key: 'kind',
      title: t('field.kind'),
      cell: (at) => (
        <Select
          label={label(t('main:space.many.kindOf', { name: nameOf(at) }))}
          options={optionsOf(spaceFields.kind, t, language)}
          {...input(at, 'kind')}
        />
      ),
    },
    {
      key: 'usage',
      title: t('main:site.usageName'),
      cell: (at) => (
        <Select
          label={label(t('main:space.many.usageOf', { name: nameOf(at) }))}
          options={optionsOf(spaceFields.usage, t, language)}
          {...input(at, 'usage')}
        />
      ),
    },
  ]
  return (
    <>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Form {...form.form}>
        <Section title={t('count.spaces', { count: ids.length })} flush>
          <Table
            caption={t('main:building.spacesOf', { name: building })}
            columns={columns}
            rows={ids.map((_, at) => at)}
            rowKey={(at) => ids[at] ?? String(at)}
          />
        </Section>
        <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
      </Form>
    </>
  )
}

/** Returns the posted ids in order. */
function readIds(idAt: (at: number) => string | undefined): string[] {
  const ids: string[] = []
  for (let id = idAt(0); id; id = idAt(ids.length)) ids.push(id)
  return ids
}

function wasText(row: SpaceValues | undefined): string | undefined {
  return row && JSON.stringify({ name: row.name, kind: row.kind, usage: row.usage })
}
