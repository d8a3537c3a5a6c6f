/** Which of the things that a change touched are put back; one that was changed again since is left out unless ticked. */
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import { Section, Stack } from '~/ui/page'
import { Steps } from '~/ui/steps'
import { Table } from '~/ui/table'
import { useChangeForm } from './change-form'
import { FormNotices } from './form-notices'
import { type FormReply, metaFields } from './plan'

/** Where a thing stands: as the change left it, changed again since, as it was before, or not there any more. */
export type Standing = 'asLeft' | 'changedSince' | 'asBefore' | 'gone'

export interface ToPutBack {
  id: string
  name: string
  standing: Standing
}

interface Props {
  /** The name under which the chosen ids are posted. */
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
