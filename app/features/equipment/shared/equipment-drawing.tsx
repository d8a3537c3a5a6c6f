/** The drawing of a piece of equipment with the values of its points. */
import { useT } from '~/i18n/use-t'
import { Drawing } from '~/ui/drawing/drawing'
import { useFormat } from '~/ui/use-format'
import type { DrawingKind } from './drawing-slots'
import { type DrawnRole, drawnEquipment } from './drawn-equipment'

export function EquipmentDrawing({
  name,
  type,
  kind,
  roles,
}: {
  name: string
  /** The name of its type. */
  type: string
  kind: DrawingKind
  roles: readonly DrawnRole[]
}) {
  const t = useT()
  const format = useFormat()
  return (
    <Drawing
      equipment={drawnEquipment({ t, format }, kind, roles)}
      label={t('main:equipment.drawingOf', { name, type })}
    />
  )
}
