/** The picture of a plan: what will happen to each thing, and the form that applies it (design §7). */
import type { ReactNode } from 'react'
import { errorText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { ErrorSummary, errorSummaryId } from '~/ui/error-summary'
import { TextArea, TextInput } from '~/ui/field'
import { Form, type Hidden } from '~/ui/form'
import { A } from '~/ui/link'
import { MadeNotice } from '~/ui/made-notice'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import type { Problems } from '~/ui/problems'
import { Steps } from '~/ui/steps'
import { type ChangeProblem, metaFields, type PlanReply, type PlanRow } from './plan'
import { PlanLines, type PlanWords } from './plan-lines'
import { PlanSentence } from './plan-sentence'
import { grouped } from './posted'
import { problemText } from './problem-text'

interface Words extends PlanWords {
  /** The button that does it: a verb and a number. */
  apply: string
  /** What will happen, where it is not told by its lines. */
  sentence?: ReactNode
  /** What the reason is called, where the change has a word of its own for it. */
  reason?: { label: string; hint: string }
}

/** The plan with its Apply button, while it was not applied; the way back to the form keeps everything that was filled in. */
export function PlanForm({
  reply,
  words,
  cancelHref,
  csvHref = null,
  look = 'primary',
  action,
  canEdit = true,
  further,
  table,
  isToldAbove = false,
  encType,
  problems = {},
  children,
}: {
  reply: PlanReply
  words: Words
  cancelHref: string
  /** The whole plan as a file; null where no address can ask for it. */
  csvHref?: string | null
  look?: 'primary' | 'danger'
  /** Where it is posted, when not to its own page. */
  action?: string | undefined
  /** A button before the one that applies, which does more: what it posts as its stage, and its words. */
  further?: { stage: string; label: string } | undefined
  /** Whether there is a form to go back to. */
  canEdit?: boolean
  /** Drawn in place of the lines, where the rows of a plan are more than settings from → to. */
  table?: ReactNode
  /** What will happen stands in `children` already: it is told line by line only where it is not as it was. */
  isToldAbove?: boolean
  /** Multipart where the form carries a long text, which would grow on its way otherwise. */
  encType?: 'multipart/form-data'
  /** What is wrong with the fields among `children`. */
  problems?: Problems
  children?: ReactNode
}) {
  const t = useT()
  const { plan, problem } = reply
  const isUnconfirmed = problem?.kind === 'confirm'
  const reasonError =
    problem?.kind === 'reason' || (isUnconfirmed && problem.lacksReason) ? 'errors:change.reason' : undefined
  const lacking = {
    ...(isUnconfirmed && { [metaFields.confirm]: 'errors:field.confirmName' }),
    ...(reasonError && { [metaFields.reason]: reasonError }),
  }
  const isTold = isToldAbove && problem?.kind !== 'moved' && plan.rows.every(({ effect }) => effect === 'change')
  const isEmpty = !plan.rows.some((row) => row.effect === 'change')
  const lines = !isTold && (
    <div className="panel rounded-lg border border-line bg-surface">
      {table ?? <PlanLines plan={plan} words={words} />}
      {csvHref && (
        <p className="border-t border-line px-4 py-2">
          <A href={csvHref}>{t('plan.csv')}</A>
        </p>
      )}
    </div>
  )
  if (reply.made)
    return (
      <Stack>
        <Steps at="done" />
        <MadeNotice made={reply.made}>
          <p>{t('main:draft.madeText')}</p>
        </MadeNotice>
        {lines}
      </Stack>
    )
  return (
    <Stack>
      <Steps at="review" />
      <ErrorSummary problems={{ ...problems, ...lacking }} />
      {problem && problem.kind !== 'reason' && problem.kind !== 'invalid' && !isUnconfirmed && (
        <ProblemNotice problem={problem} rows={plan.rows} />
      )}
      {words.sentence ?? (table ? null : <PlanSentence rows={plan.rows} words={words} isDanger={look === 'danger'} />)}
      {plan.notes?.map((note) => (
        <Notice key={note} tone="info" quiet>
          {words.text?.(note) ?? note}
        </Notice>
      ))}
      <Form action={action} hidden={carried(reply)} encType={encType}>
        {children}
        {lines}
        <div className="plan-foot">
          <div className="flex flex-col gap-3">
            {plan.confirm !== undefined && (!isEmpty || reply.confirm) && (
              <TextInput
                name={metaFields.confirm}
                label={t('plan.confirm', { name: plan.confirm })}
                error={isUnconfirmed ? 'errors:field.confirmName' : undefined}
                autoComplete="off"
                spellCheck={false}
                maxLength={2_000}
                required
                defaultValue={reply.confirm}
              />
            )}
            {(!isEmpty || reply.reason) && (
              <TextArea
                name={metaFields.reason}
                label={words.reason?.label ?? t('field.reason')}
                hint={words.reason?.hint ?? t('field.reasonHint')}
                isOptional={!reply.reasonAsked}
                isRequired={reply.reasonAsked}
                required={reply.reasonAsked}
                error={reasonError}
                rows={1}
                maxLength={500}
                defaultValue={reply.reason}
              />
            )}
          </div>
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
  /** The things of the plan, by which those that were refused are named; of a form without a plan there is one thing alone. */
  rows?: readonly PlanRow[]
}) {
  const t = useT()
  if (!problem || problem.kind === 'invalid') return null
  const isAllSkipped = problem.kind === 'nothing' && rows.length > 0 && rows.every(({ effect }) => effect === 'skip')
  return (
    // Without a summary this is where the form leads back to.
    <div id={hasSummary ? undefined : errorSummaryId} tabIndex={-1}>
      <Notice
        tone={problem.kind === 'nothing' ? 'info' : 'danger'}
        title={isAllSkipped ? t('errors:change.allSkipped') : problemText(t, problem)}
      >
        {problem.kind === 'refused' && (
          <ul className="list-disc ps-5">
            {Object.entries(problem.fields).flatMap(([field, keys]) =>
              keys.map((key) => <li key={`${field}${key}`}>{errorText(t, key)}</li>),
            )}
            {rows.length === 0 &&
              problem.entities.map(({ id, key, type }) => (
                <li key={`${id}${type}${key}`}>{errorText(t, key ?? 'errors:trouble.refused')}</li>
              ))}
            {rows.flatMap(({ subject }) =>
              problem.entities
                .filter(({ id }) => id === subject.id)
                .map(({ id, key, type }) => (
                  <li key={`${id}${type}${key}`}>
                    <bdi>{t('word.titled', { title: subject.name })}</bdi>{' '}
                    {errorText(t, key ?? 'errors:trouble.refused')}
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
function carried({ key, plan, only, fields, original }: PlanReply): Hidden {
  return {
    ...grouped(fields),
    [metaFields.key]: key,
    [metaFields.plan]: plan.hash,
    [metaFields.rows]: plan.rowHashes.join(','),
    [metaFields.only]: only.length > 0 ? only.join(',') : null,
    [metaFields.version]: original?.version,
    [metaFields.was]: original && JSON.stringify(original.values),
  }
}
