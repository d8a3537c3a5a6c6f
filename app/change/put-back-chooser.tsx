/** Selects which things of a change to restore; those changed again since are not preselected. */
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import { Section, Stack } from '~/ui/page'
import { Steps } from '~/ui/steps'
import { Table } from '~/ui/table'
import { useChangeForm } from './change-form'
import { FormNotices } from './form-notices'
import { type FormReply, metaFields } from './plan'

/** The state of a thing: as the change left it, changed again since, as before the change, or deleted. */
export type Standing = 'asLeft' | 'changedSince' | 'asBefore' | 'gone'

export interface ToPutBack {
  id: string
  name: string
  standing: Standing
}

interface Props {
  /** The posted name of the selected ids. */
  field: string
  rows: readonly ToPutBack[]
  caption: string
  subjectTitle: string
  reply: FormReply | undefined
  cancelHref: string
}

export function PutBackChooser({ field, rows, caption, subjectTitle, reply, cancelHref }: Props) {
  const t = useT()
  const form = useChangeForm(reply, { id: 'putting-back', defaultValue: {} })
  const proposed = rows.filter(({ standing }) => standing === 'asLeft').map(({ id }) => id)
  return (
    <Stack>
      <Steps at="choose" />
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
              valueOf: ({ id }: ToPutBack) => id,
              nameOf: ({ name }: ToPutBack) => name,
              chosen: new Set(reply ? form.valuesOf(field) : proposed),
              isDisabled: ({ standing }: ToPutBack) => standing === 'gone' || standing === 'asBefore',
            }}
            columns={[
              { key: 'name', title: subjectTitle, isRowHeader: true, cell: ({ name }) => <bdi>{name}</bdi> },
              {
                key: 'standing',
                title: t('field.state'),
                cell: ({ standing }) => t(`main:change.back.${standing}`),
              },
            ]}
          />
          <SubmitRow label={t('action.review')} cancelHref={cancelHref} />
        </Form>
      </Section>
    </Stack>
  )
}
