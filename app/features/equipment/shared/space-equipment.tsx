/** The equipment section on the page of a space. */
import { serviceProblemText } from '~/change/problem-text'
import { countText } from '~/i18n/counted'
import { useT } from '~/i18n/use-t'
import { ViewTable } from '~/kit/list/list'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/link'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { equipmentInPlace, withoutHiddenColumns } from '../columns'
import { EquipmentCards } from './equipment-cards'
import type { EquipmentOfSpace } from './space-equipment.server'

export function SpaceEquipment({ equipment, name }: { equipment: EquipmentOfSpace; name: string }) {
  const t = useT()
  const { rows, access, drawings, allHref, addHref } = equipment
  const hasMore = rows.ok && (rows.value.total.isCapped || rows.value.total.count > rows.value.first.length)
  return (
    <Section
      title={t('main:view.allEquipment')}
      aside={
        <>
          {hasMore && (
            <ButtonLink small href={allHref}>
              {t('main:equipment.all', { matching: countText(t, 'equipment', rows.value.total) })}
            </ButtonLink>
          )}
          {addHref && (
            <ButtonLink small href={addHref}>
              {t('main:change.equipment.create')}
            </ButtonLink>
          )}
        </>
      }
      flush
    >
      {drawings && (
        <div className="border-b border-line p-3">
          <EquipmentCards drawings={drawings} />
        </div>
      )}
      {rows.ok ? (
        <ViewTable
          view={withoutHiddenColumns(equipmentInPlace, access)}
          caption={t('main:equipment.listOf', { name })}
          rows={rows.value.first}
          empty={
            <EmptyState
              title={t('main:equipment.empty')}
              offers={[{ label: t('main:change.equipment.create'), href: addHref }]}
            >
              {t('main:equipment.emptyText')}
            </EmptyState>
          }
        />
      ) : (
        <div className="p-4">
          <Unavailable detail={serviceProblemText(t, rows.problem)} />
        </div>
      )}
    </Section>
  )
}
