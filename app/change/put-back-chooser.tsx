/** Selects which things of a change to restore; those changed again since are not preselected. */
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import { Section, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'
import { Table } from '~/ui/table'
import { useChangeForm } from './change-form'
import { FormNotices } from './form-notices'
import { type FormReply, metaFields } from './plan'

/** The state of a thing: as the change left it, changed again since, as before the change, or deleted. */
export type PutBackState = 'asLeft' | 'changedSince' | 'asBefore' | 'gone'

export interface PutBackRow {
  id: string
  name: string
  state: PutBackState
}

interface Props {
  /** The posted name of the selected ids. */
  field: string
  rows: readonly PutBackRow[]
  caption: string
  subjectTitle: string
  reply: FormReply | undefined
  cancelHref: string
}

export function PutBackChooser({ field, rows, caption, subjectTitle, reply, cancelHref }: Props) {
  const t = useT()
  const form = useChangeForm(reply, { id: 'putting-back', defaultValue: {} })
  const proposed = rows.filter(({ state }) => state === 'asLeft').map(({ id }) => id)
  return (
    <Stack>
      <ChangeSteps at="choose" />
      <ErrorSummary problems={form.problems} />
      <FormNotices reply={reply} />
      <Section>
        <Form {...form.form} hidden={{ [metaFields.reason]: reply?.reason }}>
          <Table
            caption={caption}
            rows={rows}
            rowKey={({ id }) => id}
            choice={{
              name: field,
              valueOf: ({ id }: PutBackRow) => id,
              nameOf: ({ name }: PutBackRow) => name,
              selected: new Set(reply ? form.valuesOf(field) : proposed),
              isDisabled: ({ state }: PutBackRow) => state === 'gone' || state === 'asBefore',
            }}
            columns={[
              { key: 'name', title: subjectTitle, isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
              {
                key: 'standing',
                title: t('field.state'),
                cell: ({ state }) => t(`main:change.back.${state}`),
              },
            ]}
          />
          <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
        </Form>
      </Section>
    </Stack>
  )
}
