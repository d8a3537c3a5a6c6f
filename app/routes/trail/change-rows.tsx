/** The result of a change, grouped by equal effect; failures first and expanded. */
import { FieldLines } from '~/change/field-lines'
import type { PlanField } from '~/change/plan'
import { sharedFields } from '~/change/plan-groups'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { manyText } from '~/things/record/whom'
import type { Outcome } from '~/trail/record'
import { Folded } from '~/ui/folded'
import { A } from '~/ui/link'
import { OutcomeBadge } from '~/ui/states'
import { type Column, Table } from '~/ui/table'

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
    const alike = groups.get(key)
    if (alike) alike.push(row)
    else groups.set(key, [row])
  }
  const folds = [...groups].map(([key, alike]) => {
    const [{ outcome, why, subject }] = alike as [ChangeRow]
    const fields = sharedFields(alike)
    const kinds = alike.map((row) => row.subject.kind)
    const things = t('plan.things', { count: alike.length })
    return {
      key,
      what: (
        <>
          <OutcomeBadge outcome={outcome} /> {why && <span className="wrap-anywhere">{why} </span>}
          <FieldLines fields={fields} />
        </>
      ),
      of: <bdi>{alike.length === 1 ? subject.name : (manyText(t, kinds, alike.length) ?? things)}</bdi>,
      isOpen: outcome !== 'done' || rows.length === 1,
      inside: (
        <Things
          tenantId={tenantId}
          rows={alike}
          isVaried={fields.length > 3 || fields.some(({ variety }) => variety > 1)}
        />
      ),
    }
  })
  return <Folded caption={t('main:change.page.subjects')} folds={folds} />
}

/** The subjects by name, each with its record and the link to undo. */
function Things({ tenantId, rows, isVaried }: { tenantId: string; rows: readonly ChangeRow[]; isVaried: boolean }) {
  const t = useT()
  const differences: Column<ChangeRow> = {
    key: 'differences',
    title: t('main:change.page.differences'),
    cell: (row) => (
      <FieldLines fields={row.fields.map((field) => ({ ...field, variety: 1 }))} most={row.fields.length} />
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
