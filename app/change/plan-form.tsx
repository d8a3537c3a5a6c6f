/** Shows a plan: the effect on each thing, and the form that applies it (design §7). */
import type { ReactNode } from 'react'
import { errorText, keyText } from '~/i18n/error-text'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { ErrorSummary, errorSummaryId } from '~/ui/error-summary'
import { TextArea, TextInput } from '~/ui/field'
import { Form, type HiddenValues } from '~/ui/form'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import type { FormProblems } from '~/ui/problems'
import { ChangeSteps } from '~/ui/steps'
import { SubmittedNotice } from '~/ui/submitted-notice'
import { type ChangeProblem, metaFields, type PlanReply, type PlanRow } from './plan'
import { PlanLines } from './plan-lines'
import { PlanSentence } from './plan-sentence'
import { type PlanWords, withValueTexts } from './plan-words'
import { groupByName } from './posted'
import { changeProblemText } from './problem-text'

interface Words extends PlanWords {
  /** The button that applies it: a verb and the number of changing rows. */
  apply: string | ((count: number) => string)
  /** A sentence in place of the one built from the rows. */
  sentence?: ReactNode
  /** The label of the reason, where the change has its own. */
  reason?: { label: string; hint: string }
}

interface PlanFormProps {
  reply: PlanReply
  words: Words
  cancelHref: string
  /** The whole plan as a file; null where no address can request it. */
  csvHref?: string | null
  look?: 'primary' | 'danger'
  /** The address of the post, when not the page itself. */
  action?: string | undefined
  /** A button before Apply that does more: the stage it posts, and its label. */
  further?: { stage: string; label: string } | undefined
  /** Whether there is a form to return to. */
  canEdit?: boolean
  /** Replaces the lines, where the rows are more than settings from → to. */
  table?: ReactNode
  /** `children` already show what will happen: the lines are added only when the plan differs. */
  isShownAbove?: boolean
  /** Multipart where the form contains a long text, which URL encoding would enlarge. */
  encType?: 'multipart/form-data'
  /** Problems of the fields in `children`. */
  problems?: FormProblems
  children?: ReactNode
}

/** The plan with its Apply button, until it was applied; the button back to the form keeps every field. */
export function PlanForm(props: PlanFormProps) {
  const { words, look, action, table, csvHref, isShownAbove, encType, problems, children } = props
  const reply = withValueTexts(props.reply, words)
  const t = useT()
  const { plan, problem } = reply
  const isShown = isShownAbove && problem?.kind !== 'moved' && plan.rows.every(({ effect }) => effect === 'change')
  const lines = !isShown && <PlanPanel reply={reply} words={words} table={table} csvHref={csvHref} />
  if (reply.earlierChange)
    return (
      <Stack>
        <ChangeSteps at="done" />
        <SubmittedNotice change={reply.earlierChange}>
          <p>{t('main:draft.madeText')}</p>
        </SubmittedNotice>
        {lines}
      </Stack>
    )
  const missing = missingFields(problem)
  return (
    <Stack>
      <ChangeSteps at="review" />
      <ErrorSummary problems={{ ...problems, ...missing }} />
      {reply.from?.kind === 'draft' && <Notice tone="info" title={t('main:draft.restored')} />}
      {problem && !['reason', 'invalid', 'confirm'].includes(problem.kind) && (
        <ProblemNotice problem={problem} rows={plan.rows} />
      )}
      {words.sentence ?? (table ? null : <PlanSentence rows={plan.rows} words={words} isDanger={look === 'danger'} />)}
      {plan.notes?.map((note) => (
        <Notice key={note} tone="info" quiet>
          {keyText(t, note)}
        </Notice>
      ))}
      <Form action={action} hidden={hiddenFields(reply)} encType={encType}>
        {children}
        {lines}
        <div className="plan-foot">
          <ApplyFields reply={reply} words={words} missing={missing} />
          <ApplyButtons {...props} />
        </div>
      </Form>
    </Stack>
  )
}

const hasChanges = ({ plan }: PlanReply) => plan.rows.some(({ effect }) => effect === 'change')

interface MissingFields {
  [metaFields.confirm]?: string
  [metaFields.reason]?: string
}

/** Returns the errors of the fields that apply a plan. */
function missingFields(problem: PlanReply['problem']): MissingFields {
  const isUnconfirmed = problem?.kind === 'confirm'
  const lacksReason = problem?.kind === 'reason' || (isUnconfirmed && problem.lacksReason)
  return {
    ...(isUnconfirmed && { [metaFields.confirm]: 'errors:field.confirmName' }),
    ...(lacksReason && { [metaFields.reason]: 'errors:change.reason' }),
  }
}

/** The lines of the plan, and the link to all of them as a file. */
function PlanPanel({ reply, words, table, csvHref }: Pick<PlanFormProps, 'reply' | 'words' | 'table' | 'csvHref'>) {
  const t = useT()
  return (
    <div className="panel rounded-lg border border-line bg-surface">
      {table ?? <PlanLines plan={reply.plan} words={words} />}
      {csvHref && (
        <p className="border-t border-line px-4 py-2">
          <A href={csvHref}>{t('plan.csv')}</A>
        </p>
      )}
    </div>
  )
}

/** The name to type where a plan is dangerous, and the reason. */
function ApplyFields({ reply, words, missing }: { reply: PlanReply; words: Words; missing: MissingFields }) {
  const t = useT()
  const { plan } = reply
  const isNeeded = hasChanges(reply)
  return (
    <div className="flex flex-col gap-3">
      {plan.confirm !== undefined && (isNeeded || reply.confirm) && (
        <TextInput
          name={metaFields.confirm}
          label={t('plan.confirm', { name: plan.confirm })}
          error={missing[metaFields.confirm]}
          autoComplete="off"
          spellCheck={false}
          maxLength={2_000}
          required
          defaultValue={reply.confirm}
        />
      )}
      {(isNeeded || reply.reason) && (
        <TextArea
          name={metaFields.reason}
          label={words.reason?.label ?? t('field.reason')}
          hint={words.reason?.hint ?? t('field.reasonHint')}
          isOptional={!reply.reasonAsked}
          isRequired={reply.reasonAsked}
          required={reply.reasonAsked}
          error={missing[metaFields.reason]}
          rows={1}
          maxLength={500}
          defaultValue={reply.reason}
        />
      )}
    </div>
  )
}

/** Apply, where there is something to apply; back to the form; and the link away. */
function ApplyButtons({ reply, words, look = 'primary', further, canEdit = true, cancelHref }: PlanFormProps) {
  const t = useT()
  const changeCount = reply.plan.rows.filter(({ effect }) => effect === 'change').length
  const isApplicable = changeCount > 0
  return (
    <div className="flex flex-wrap items-center gap-2">
      {isApplicable && further && (
        <Button look={look} name={metaFields.stage} value={further.stage}>
          {further.label}
        </Button>
      )}
      {isApplicable && (
        <Button look={further ? undefined : look} name={metaFields.stage} value="apply">
          {typeof words.apply === 'string' ? words.apply : words.apply(changeCount)}
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
  )
}

/** Returns each subject of the rows once: a subject has a row for each of its changes. */
const subjectsOf = (rows: readonly PlanRow[]) => [...new Map(rows.map(({ subject }) => [subject.id, subject])).values()]

/** The reason why a change was not applied, above its form; field problems are in the error summary instead. */
export function ProblemNotice({
  problem,
  hasSummary = false,
  rows = [],
}: {
  problem: ChangeProblem | null
  hasSummary?: boolean
  /** The rows of the plan, to name the refused ones; a form without a plan has only one thing. */
  rows?: readonly PlanRow[]
}) {
  const t = useT()
  if (!problem || problem.kind === 'invalid') return null
  const isAllSkipped = problem.kind === 'nothing' && rows.length > 0 && rows.every(({ effect }) => effect === 'skip')
  return (
    // Without a summary this notice is the focus target of the form.
    <div id={hasSummary ? undefined : errorSummaryId} tabIndex={-1}>
      <Notice
        tone={problem.kind === 'nothing' ? 'info' : 'danger'}
        title={isAllSkipped ? t('errors:change.allSkipped') : changeProblemText(t, problem)}
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
            {subjectsOf(rows).flatMap((subject) =>
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

/** Returns the hidden fields of the second post: the filled-in form, the hash of the plan and of its rows, the key. */
function hiddenFields({ key, plan, only, fields, original }: PlanReply): HiddenValues {
  return {
    ...groupByName(fields),
    [metaFields.key]: key,
    [metaFields.plan]: plan.hash,
    [metaFields.rows]: plan.rowHashes.join(','),
    [metaFields.only]: only.length > 0 ? only.join(',') : null,
    [metaFields.version]: original?.version,
    [metaFields.original]: original && JSON.stringify(original.values),
  }
}
