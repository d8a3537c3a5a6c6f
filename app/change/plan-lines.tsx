/** The rows of a plan: line by line for one thing, else grouped by effect with counts. */
import { keyText } from '~/i18n/error-text'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { type DifferenceRow, DifferenceTable } from '~/ui/difference'
import { FoldedList } from '~/ui/folded'
import { FieldLines } from './field-lines'
import type { PlanRow, PlanView } from './plan'
import { type PlanGroup, planGroupsOf, siteNamesOf, subjectIdsOf } from './plan-groups'
import { siteText, thingsLabel } from './plan-sentence'
import { type PlanWords, planFieldText } from './plan-words'

/** Groups shown unfolded, and things named per group. */
const maxShown = 8
const maxNamed = 100

export function PlanLines({ plan, words }: { plan: PlanView; words: PlanWords }) {
  const t = useT()
  if (subjectIdsOf(plan.rows).size < 2) return <Lines rows={plan.rows} moved={plan.moved} words={words} />
  const groups = planGroupsOf(plan)
  const isAtSeveralSites = siteNamesOf(plan.rows).length > 1
  const fold = (group: PlanGroup) => ({
    key: group.key,
    title: <GroupSummary group={group} words={words} />,
    countLabel: (
      <>
        <bdi>{thingsLabel(t, group.rows)}</bdi>
        {isAtSeveralSites && (
          <>
            {' '}
            <bdi className="text-soft">{siteText(t, group.rows)}</bdi>
          </>
        )}
      </>
    ),
    details: <GroupLines group={group} plan={plan} words={words} isAtSeveralSites={isAtSeveralSites} />,
  })
  const [visible, others] = [groups.slice(0, maxShown), groups.slice(maxShown)]
  const more = {
    key: 'more',
    title: t('plan.more', { count: others.length }),
    countLabel: thingsLabel(
      t,
      others.flatMap(({ rows }) => rows),
    ),
    details: <FoldedList caption={t('plan.more', { count: others.length })} folds={others.map(fold)} />,
  }
  return <FoldedList caption={words.caption} folds={[...visible.map(fold), ...(others.length > 0 ? [more] : [])]} />
}

function GroupSummary({
  group: { effect, because, timing, hasMoved, fields },
  words,
}: {
  group: PlanGroup
  words: PlanWords
}) {
  const t = useT()
  const reason = because ? keyText(t, because) : ''
  const isUnchanged = effect !== 'change' && timing !== 'held'
  return (
    <>
      {hasMoved && (
        <>
          <Badge tone="warn">{t('difference.moved')}</Badge>{' '}
        </>
      )}
      {timing && timing !== 'now' && (
        <>
          <Badge tone="progress">{t(`plan.timing.${timing}`)}</Badge>{' '}
        </>
      )}
      {isUnchanged && (
        <>
          <Badge tone={effect === 'skip' ? 'warn' : 'ok'}>
            {t(effect === 'skip' ? 'difference.skipped' : 'difference.unchanged')}
          </Badge>{' '}
        </>
      )}
      {reason && <span>{reason} </span>}
      {fields.length > 0 && <FieldLines fields={fields} isUnchanged={isUnchanged} emptyText={words.emptyText} />}
      {fields.length === 0 && !isUnchanged && !timing && !reason && t('difference.changed')}
    </>
  )
}

/** The rows of a group, line by line. */
function GroupLines({
  group: { rows },
  plan,
  words,
  isAtSeveralSites,
}: {
  group: PlanGroup
  plan: PlanView
  words: PlanWords
  isAtSeveralSites: boolean
}) {
  const t = useT()
  const namedIds = new Set([...subjectIdsOf(rows)].slice(0, maxNamed))
  const remaining = subjectIdsOf(rows).size - namedIds.size
  return (
    <>
      <Lines
        rows={rows.filter(({ subject }) => namedIds.has(subject.id))}
        moved={plan.moved}
        words={words}
        withSite={isAtSeveralSites}
      />
      {remaining > 0 && (
        <p className="border-t border-line px-4 py-2 text-soft">{t('plan.notNamed', { count: remaining })}</p>
      )}
    </>
  )
}

function Lines({
  rows,
  moved,
  words,
  withSite = false,
}: {
  rows: readonly PlanRow[]
  moved: readonly string[]
  words: PlanWords
  withSite?: boolean
}) {
  const t = useT()
  const withReason = (row: PlanRow) => (row.timing === 'held' ? { ...row, because: t('plan.timing.held') } : row)
  return (
    <DifferenceTable
      caption={words.caption}
      subjectTitle={words.subjectTitle}
      fieldTitle={words.fieldTitle}
      emptyText={words.emptyText}
      rows={rows.flatMap((row) => linesOf(t, withReason(row), { moved, words, withSite }))}
    />
  )
}

/** Returns one line per field of a row; one line about the thing itself for a row without fields. */
function linesOf(
  t: Translate,
  row: PlanRow,
  { moved, words, withSite }: { moved: readonly string[]; words: PlanWords; withSite: boolean },
): DifferenceRow[] {
  const kind = row.effect === 'skip' ? 'skipped' : row.effect === 'same' ? 'unchanged' : 'changed'
  const fields = row.fields.length > 0 ? row.fields : [{ name: '', from: null, to: null }]
  return fields.map((field, at) => ({
    key: `${row.subject.id} ${field.name} ${at}`,
    subject: at === 0 || fields.length < 8 ? <SubjectName row={row} withSite={withSite} /> : '',
    field: field.name ? planFieldText(t, field) : '',
    before: field.from,
    after: field.to,
    kind: kind === 'changed' ? lineKind(field.from, field.to) : kind,
    reason: row.because ? keyText(t, row.because) : undefined,
    hasMoved: moved.includes(row.subject.id),
  }))
}

function SubjectName({ row: { subject }, withSite }: { row: PlanRow; withSite: boolean }) {
  const site = withSite ? subject.path?.find(({ type }) => type === 'site')?.name : undefined
  return (
    <>
      <bdi>{subject.name}</bdi>
      {site && (
        <>
          {' '}
          <bdi className="text-soft">{site}</bdi>
        </>
      )}
    </>
  )
}

function lineKind(from: string | null, to: string | null): DifferenceRow['kind'] {
  if (from === to) return 'unchanged'
  if (from === null) return 'added'
  return to === null ? 'removed' : 'changed'
}
