/** Unlinks equipment from a controller: selection, plan and calls (domain §8.1). */

import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { controllerAt } from '~/features/device/shared/controller.server'
import { href } from '~/hrefs'
import type { Bulk } from '~/kit/bulk/bulk.server'
import { type ListSelection, listSelection } from '~/kit/bulk/selection.server'
import type { ParamsFor } from '~/paths'
import { equipmentFields } from './filter'
import { equipmentById, LinkForm, planLinks, sendLinks } from './links.server'
import { findEquipment } from './shared/find-equipment.server'

export const unlinking: Bulk<'equipmentUnlinking', ListSelection, Equipment, LinkForm> = {
  change: 'equipment.unlink',
  page: 'equipmentUnlinking',
  place: {
    about: ({ deviceId }) => ({ kind: 'device', id: deviceId, name: deviceId }),
    async load(reader, at, request) {
      const { device, crumbs } = await controllerAt(reader, { name: 'equipmentUnlinking', at, request })
      return { name: device.name, crumbs }
    },
  },
  list: { href: (at, search) => href('deviceAllEquipment', at, search), label: (t) => t('main:view.allEquipment') },
  crumb: (t) => t('main:change.equipment.unlink'),
  selection: listSelection({
    change: 'equipment.unlink',
    of: 'equipment',
    service: 'site',
    name: 'equipment',
    fields: equipmentFields,
    postsShown: true,
    isNumbered: true,
    keyOf: ({ id }: Equipment) => id,
    named: equipmentById,
    async matching({ read: call, ...reader }, at: ParamsFor<'device'>, filter, after) {
      const { equipment: things, ...page } = await findEquipment(
        { ...reader, call },
        { at, filter, after, pageSize: 200 },
      )
      return { things, ...page }
    },
  }),
  form: LinkForm,
  chosenIn: ({ equipment }) => ({ ids: equipment, filter: null }),
  initial: (_, { ids }) => ({ form: { equipment: [...ids] } }),
  plan: (selected, context, at) => planLinks(selected, context, { at, isLinking: false }),
  send: (context, at) => sendLinks(context, at, site.unlinkEquipment),
}
