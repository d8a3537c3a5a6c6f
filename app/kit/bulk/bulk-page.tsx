/** The page of a change of many: its form with the selected things, then the plan (design §7). */
import type { ReactNode } from 'react'
import { type ChangeForm, useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import type { FormReply, PlanReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import type { PlanWords } from '~/change/plan-words'
import { resume } from '~/change/resume'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import type { SelectionTooLarge } from '~/domain/selection'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, type HiddenValues, SubmitRow } from '~/ui/form'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ChangeSteps } from '~/ui/steps'

/** The maximum number of selected things that are shown; the plan lists them all. */
export const maxShownThings = 50

interface BulkPageData {
  place: string
  /** The number of selected things. */
  total: number
  tooMany: SelectionTooLarge | null
  /** The fields that post the selection. */
  fields: HiddenValues
  first: PlanReply | null
  listHref: string
}

interface Props {
  /** The id of the form element. */
  id: string
  data: BulkPageData
  words: PlanWords & {
    title: string
    /** What the change means, with the name of the place; beside the title, in place of that name. */
    intro?: string
    apply: (count: number) => string
    /** Shown where nothing is selected, with the link to the list. */
    none: string
    noneText?: string
    choose: string
  }
  /** What the form has beside the selection; without it, page and plan are one. */
  inputs?: (form: ChangeForm) => ReactNode
  /** The selected things, with their number as heading. */
  table?: { title: string; rows: ReactNode }
  /** The page shows the steps of the change from its form on. */
  hasSteps?: boolean
  look?: 'primary' | 'danger'
  /** Shown above the lines of the plan. */
  children?: ReactNode
}

export function BulkPage({ id, data, words, inputs, table, hasSteps = false, look, children }: Props) {
  const { place, first, tooMany, listHref } = data
  const reply = useReply()
  const formReply = formIn(reply)
  const planned = reply?.stage === 'plan' ? reply : inputs ? !reply && first : first && resume(first, formReply)
  return (
    <Stack>
      <PageHeader
        kind={!words.intro && <bdi>{place}</bdi>}
        name={words.title}
        status={words.intro && <span className="text-soft">{words.intro}</span>}
      />
      {!inputs && formReply && <FormNotices reply={formReply} />}
      {planned ? (
        <PlanForm
          reply={planned}
          canEdit={inputs !== undefined && reply?.stage === 'plan'}
          words={words}
          look={look}
          cancelHref={listHref}
        >
          {children}
        </PlanForm>
      ) : tooMany && !(inputs && formReply) ? (
        <TooManyNotice tooMany={tooMany} listHref={listHref} />
      ) : inputs && (data.total > 0 || tooMany) ? (
        <BulkForm id={id} data={data} reply={formReply} inputs={inputs} table={table} hasSteps={hasSteps} />
      ) : (
        <Section>
          <EmptyState title={words.none} offers={[{ label: words.choose, href: listHref, isMain: true }]}>
            {words.noneText}
          </EmptyState>
        </Section>
      )}
    </Stack>
  )
}

function BulkForm({
  id,
  data: { total, tooMany, fields, listHref },
  reply,
  inputs,
  table,
  hasSteps,
}: Pick<Props, 'id' | 'data' | 'table'> & {
  inputs: NonNullable<Props['inputs']>
  reply: FormReply | undefined
  hasSteps: boolean
}) {
  const t = useT()
  const form = useChangeForm(reply, { id, defaultValue: {} })
  return (
    <>
      {hasSteps && <ChangeSteps at="choose" />}
      <ErrorSummary problems={form.problems} />
      {tooMany ? <TooManyNotice tooMany={tooMany} listHref={listHref} /> : <FormNotices reply={reply} />}
      <Section>
        <Form {...form.form} hidden={{ ...form.form.hidden, ...fields }}>
          {inputs(form)}
          <SubmitRow label={t('action.review')} cancelHref={listHref} />
        </Form>
      </Section>
      {table && total > 0 && (
        <Section title={table.title} flush>
          {table.rows}
          {total > maxShownThings && (
            <p className="border-t border-line px-4 py-2 text-sm text-soft">
              {t('table.shown', { shown: maxShownThings, total })}
            </p>
          )}
        </Section>
      )}
    </>
  )
}
