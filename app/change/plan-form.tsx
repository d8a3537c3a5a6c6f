/** The picture of a plan: what will happen to each thing, and the form that applies it (design §7). */
import type { ReactNode } from 'react'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Difference, type DifferenceRow } from '~/ui/difference'
import { ErrorSummary, errorSummaryId } from '~/ui/error-summary'
import type { FieldProps } from '~/ui/field'
import { TextArea } from '~/ui/field'
import { Form, type Hidden } from '~/ui/form'
import { A } from '~/ui/link'
import { MadeNotice } from '~/ui/made-notice'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { type ChangeProblem, metaFields, type PlanReply, type PlanRow, type PlanView } from './plan'
import { grouped } from './posted'
import { problemText } from './problem-text'

interface Words {
  /** What the table is of, for those who hear it. */
  caption: string
  /** The heading of the column of things. */
  subjectTitle: string
  /** The heading of the lines, and what stands where there is no value, when not settings. */
  fieldTitle?: string
  emptyText?: string
  /** The button that does it: a verb and a number. */
  apply: string
  /** Words for a field name or a reason that is a message key of this page. */
  text?: (key: string) => string
}

/** The plan with its Apply button, while it was not applied; the way back to the form keeps everything that was filled in. */
export function PlanForm({
  reply,
  words,
  cancelHref,
  look = 'primary',
  action,
  canEdit = true,
  further,
  table,
  listed,
  encType,
  children,
}: {
  reply: PlanReply
  words: Words
  cancelHref: string
  look?: 'primary' | 'danger'
  /** Where it is posted, when not to its own page. */
  action?: string | undefined
  /** A button before the one that applies, which does more: what it posts as its stage, and its words. */
  further?: { stage: string; label: string } | undefined
  /** Whether there is a form to go back to. */
  canEdit?: boolean
  /** Drawn in place of the lines, where the rows of a plan are more than settings from → to. */
  table?: ReactNode
  /** The rows that are shown, where a plan is too long for all of them; `children` says what the others are. */
  listed?: readonly PlanRow[]
  /** Multipart where the form carries a long text, which would grow on its way otherwise. */
  encType?: 'multipart/form-data'
  children?: ReactNode
}) {
  const t = useT()
  const { plan, problem } = reply
  const reasonError = problem?.kind === 'reason' ? 'errors:change.reason' : undefined
  const isEmpty = !plan.rows.some((row) => row.effect === 'change')
  const reason: FieldProps = {
    name: metaFields.reason,
    label: t('field.reason'),
    hint: t('field.reasonHint'),
    isOptional: !reply.reasonAsked,
    error: reasonError,
  }
  const lines = (
    <div className="panel rounded-lg border border-line bg-surface">
      {table ?? (
        <Difference
          caption={words.caption}
          subjectTitle={words.subjectTitle}
          fieldTitle={words.fieldTitle}
          emptyText={words.emptyText}
          rows={(listed ?? plan.rows).flatMap((row) => linesOf(row, plan, words))}
        />
      )}
    </div>
  )
  if (reply.made)
    return (
      <Stack>
        <MadeNotice made={reply.made}>
          <p>{t('main:draft.madeText')}</p>
        </MadeNotice>
        {lines}
      </Stack>
    )
  return (
    <Stack>
      <ErrorSummary problems={reasonError ? { [metaFields.reason]: reasonError } : undefined} />
      {problem && problem.kind !== 'reason' && <ProblemNotice problem={problem} rows={plan.rows} />}
      {plan.notes?.map((note) => (
        <Notice key={note} tone="info" quiet>
          {words.text?.(note) ?? note}
        </Notice>
      ))}
      <Form action={action} hidden={carried(reply)} encType={encType}>
        {children}
        {lines}
        <TextArea {...reason} rows={2} maxLength={500} defaultValue={reply.reason} />
        <div className="flex flex-wrap items-center gap-2">
          {!isEmpty && further && (
            <Button look={look} name={metaFields.stage} value={further.stage}>
              {further.label}
            </Button>
          )}
          {!isEmpty && (
            <Button look={further ? undefined : look} name={metaFields.stage} value="apply">
              {words.apply}
            </Button>
          )}
          {canEdit && (
            <Button name={metaFields.stage} value="edit">
              {t('action.edit')}
            </Button>
          )}
          <A href={cancelHref} className="px-2 py-1.5">
            {t('action.cancel')}
          </A>
        </div>
      </Form>
    </Stack>
  )
}

/** What stopped a change, above its form; field problems go into the error summary instead. */
export function ProblemNotice({
  problem,
  hasSummary = false,
  rows = [],
}: {
  problem: ChangeProblem | null
  hasSummary?: boolean
  /** The things of the plan, by which those that were refused are named. */
  rows?: readonly PlanRow[]
}) {
  const t = useT()
  if (!problem || problem.kind === 'invalid') return null
  return (
    // Without a summary this is where the form leads back to.
    <div id={hasSummary ? undefined : errorSummaryId} tabIndex={-1}>
      <Notice tone={problem.kind === 'nothing' ? 'info' : 'danger'} title={problemText(t, problem)}>
        {problem.kind === 'refused' && (
          <ul className="list-disc ps-5">
            {Object.entries(problem.fields).flatMap(([field, keys]) =>
              keys.map((key) => <li key={`${field}${key}`}>{errorText(t, key)}</li>),
            )}
            {rows.flatMap(({ subject }) =>
              problem.entities
                .filter(({ id }) => id === subject.id)
                .map(({ id, key, type }) => (
                  <li key={`${id}${type}${key}`}>
                    <bdi>{subject.name}</bdi>: {errorText(t, key ?? 'errors:trouble.refused')}
                  </li>
                )),
            )}
          </ul>
        )}
      </Notice>
    </div>
  )
}

/** Everything the second post brings back: the form as filled in, the plan's hash, its rows' hashes, the key. */
function carried({ key, plan, only, fields }: PlanReply): Hidden {
  return {
    ...grouped(fields),
    [metaFields.key]: key,
    [metaFields.plan]: plan.hash,
    [metaFields.rows]: plan.rowHashes.join(','),
    [metaFields.only]: only.length > 0 ? only.join(',') : null,
  }
}

/** One line per field of a row; a row without fields is one line about the thing itself. */
function linesOf(row: PlanRow, plan: PlanView, words: Words): DifferenceRow[] {
  const text = (key: string) => words.text?.(key) ?? key
  const kind = row.effect === 'skip' ? 'skipped' : row.effect === 'same' ? 'unchanged' : 'changed'
  const fields = row.fields.length > 0 ? row.fields : [{ name: '', from: null, to: null }]
  return fields.map((field, at) => ({
    key: `${row.subject.id} ${field.name} ${at}`,
    subject: at === 0 || fields.length < 8 ? <bdi>{row.subject.name}</bdi> : '',
    field: field.name ? text(field.name) : '',
    before: field.from,
    after: field.to,
    kind: kind === 'changed' ? lineKind(field.from, field.to) : kind,
    reason: row.because ? text(row.because) : undefined,
    hasMoved: plan.moved.includes(row.subject.id),
  }))
}

function lineKind(from: string | null, to: string | null): DifferenceRow['kind'] {
  if (from === to) return 'unchanged'
  if (from === null) return 'added'
  return to === null ? 'removed' : 'changed'
}
