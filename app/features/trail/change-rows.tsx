/** The result of a change, grouped by equal effect; failures first and expanded. */
import { FieldLines } from '~/change/field-lines'
import type { PlanField } from '~/change/plan'
import { sharedFields } from '~/change/plan-groups'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { countWithNoun } from '~/trail/change-subjects'
import type { Outcome } from '~/trail/record'
import { FoldedList } from '~/ui/folded'
import { A } from '~/ui/link'
import { OutcomeBadge } from '~/ui/states'
import { Table, type TableColumn } from '~/ui/table'

export interface ChangeRow {
  sequence: number
  subject: { id: string; kind: string; name: string }
  /** The present page of the subject. */
  href: string | null
  outcome: Outcome
  /** The form filled with the previous values. */
  backHref: string | null
  why: string
  /** Before → after. */
  fields: PlanField[]
}

export function ChangeRows({ tenantId, rows }: { tenantId: string; rows: readonly ChangeRow[] }) {
  const t = useT()
  const groups = new Map<string, ChangeRow[]>()
  for (const row of rows) {
    const key = JSON.stringify([row.outcome, row.why, row.fields.map(({ name, to }) => [name, to])])
    const sameEffect = groups.get(key)
    if (sameEffect) sameEffect.push(row)
    else groups.set(key, [row])
  }
  const folds = [...groups].map(([key, sameEffect]) => {
    const [{ outcome, why, subject }] = sameEffect as [ChangeRow]
    const fields = sharedFields(sameEffect)
    const kinds = sameEffect.map((row) => row.subject.kind)
    const things = t('plan.things', { count: sameEffect.length })
    return {
      key,
      title: (
        <>
          <OutcomeBadge outcome={outcome} /> {why && <span className="wrap-anywhere">{why} </span>}
          <FieldLines fields={fields} />
        </>
      ),
      countLabel: (
        <bdi>{sameEffect.length === 1 ? subject.name : (countWithNoun(t, kinds, sameEffect.length) ?? things)}</bdi>
      ),
      isOpen: outcome !== 'done' || rows.length === 1,
      details: (
        <SubjectTable
          tenantId={tenantId}
          rows={sameEffect}
          isVaried={fields.length > 3 || fields.some(({ distinctCount }) => distinctCount > 1)}
        />
      ),
    }
  })
  return <FoldedList caption={t('main:change.page.subjects')} folds={folds} />
}

/** The subjects by name, each with its record and the link to undo. */
function SubjectTable({
  tenantId,
  rows,
  isVaried,
}: {
  tenantId: string
  rows: readonly ChangeRow[]
  isVaried: boolean
}) {
  const t = useT()
  const differences: TableColumn<ChangeRow> = {
    key: 'differences',
    title: t('main:change.page.differences'),
    cell: (row) => (
      <FieldLines fields={row.fields.map((field) => ({ ...field, distinctCount: 1 }))} max={row.fields.length} />
    ),
  }
  return (
    <Table
      caption={t('main:change.page.subjects')}
      rows={rows}
      rowKey={(row) => String(row.sequence)}
      columns={[
        {
          key: 'name',
          title: t('field.name'),
          isRowHeader: true,
          cell: (row) =>
            row.href ? (
              <A href={row.href}>
                <bdi>{row.subject.name}</bdi>
              </A>
            ) : (
              <bdi>{row.subject.name}</bdi>
            ),
        },
        ...(isVaried ? [differences] : []),
        {
          key: 'record',
          title: t('main:change.page.onRecord'),
          cell: (row) => (
            <span className="flex flex-wrap gap-x-3">
              <A href={href('trailRecord', { tenantId, sequence: String(row.sequence) })}>
                {t('main:change.page.openRecord', { sequence: row.sequence })}
              </A>
              {row.backHref && <A href={row.backHref}>{t('main:trail.putBack.link')}</A>}
            </span>
          ),
        },
      ]}
    />
  )
}
