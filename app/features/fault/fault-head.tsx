/** The header of a fault's pages: rule, equipment, location, severity and state. */
import type { ReactNode } from 'react'
import { PageHeader } from '~/ui/page'
import type { FaultRow } from './shared/row'
import { FaultSeverityBadge, FaultStatusBadge } from './shared/states'

export function FaultHeader({ row, actions }: { row: FaultRow; actions: ReactNode }) {
  return (
    <PageHeader
      kind={
        <>
          <bdi>{row.equipment}</bdi> · <bdi>{row.location || row.site}</bdi>
        </>
      }
      name={row.rule}
      status={
        <>
          <FaultSeverityBadge fault={row} /> <FaultStatusBadge fault={row} />
        </>
      }
      actions={actions}
    />
  )
}
