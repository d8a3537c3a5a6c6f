/** The header of an equipment page: its type, tabs and actions. */
import type { ReactNode } from 'react'
import type { Equipment } from '#contracts/equipment'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { viewLinks, viewTabs } from '~/kit/place/tabs'
import type { ParamsFor } from '~/paths'
import { actionLink, Head } from '~/ui/head'
import type { ViewName } from '~/views'

/** Returns the data of the header, for a loader. */
export function equipmentHeading(
  reader: Pick<Reader, 'may' | 'features'>,
  { at, equipment, type }: { at: ParamsFor<'equipment'>; equipment: Equipment; type: string },
) {
  const { pointsMapped, pointsRequired } = equipment
  return {
    name: equipment.name,
    type,
    points: pointsMapped === undefined || pointsRequired === undefined ? null : { pointsMapped, pointsRequired },
    links: {
      views: viewLinks('equipment', reader, at),
      edit: reader.may('equipment.write') ? href('equipmentSettings', at) : null,
      deletion: reader.may('equipment.write') ? href('equipmentDeletion', at) : null,
      history: reader.may('trail.read') ? href('trail', at, { kind: 'equipment', id: at.equipmentId }) : null,
    },
  }
}

export type EquipmentHeading = ReturnType<typeof equipmentHeading>

/** `actions` and `facts` are additions of one view to the common header. */
export function EquipmentHeader({
  equipment: { name, type, points, links },
  view,
  actions,
  facts = [],
}: {
  equipment: EquipmentHeading
  view: ViewName
  actions?: ReactNode
  facts?: readonly ReactNode[]
}) {
  const t = useT()
  return (
    <Head
      name={name}
      facts={[type, view === 'equipment' && points && t('main:equipment.pointsOf', points), ...facts]}
      tabs={viewTabs(t, links.views, view)}
      actions={actions}
      others={[view === 'equipment' && actionLink(t('action.edit'), links.edit)]}
      more={[
        view !== 'equipment' && actionLink(t('action.edit'), links.edit),
        actionLink(t('main:trail.history'), links.history),
      ]}
      danger={[actionLink(t('main:site.deletion.short'), links.deletion)]}
    />
  )
}
