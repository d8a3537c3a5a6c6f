/** Columns of the list of networks of a site. */
import type { ControllerNetwork } from '#contracts/controller-networks'
import { countText } from '~/i18n/counted'
import type { FilterFields } from '~/kit/list/filter'
import { nameColumn } from '~/kit/list/name-column'
import type { ListView } from '~/kit/list/view'

export interface ControllerNetworkRow
  extends Pick<ControllerNetwork, 'id' | 'name' | 'address' | 'port' | 'controllers'> {
  href: string
  /** Where broadcasts are sent. */
  broadcastTo: string
  /** Where this installation registers as a foreign device; empty where it does not. */
  bbmd: string
}

export const controllerNetworkListFields = {} as const satisfies FilterFields

export const controllerNetworkView: ListView<typeof controllerNetworkListFields, ControllerNetworkRow> = {
  fields: controllerNetworkListFields,
  columns: [
    nameColumn({ title: (t) => t('field.name'), text: (row) => row.name }),
    {
      key: 'address',
      title: (t) => t('main:controllerNetwork.address'),
      width: 'how',
      text: ({ address, port }) => `${address}:${port}`,
    },
    {
      key: 'broadcastTo',
      title: (t) => t('main:controllerNetwork.broadcastShort'),
      width: 'how',
      isSpare: true,
      text: (row) => row.broadcastTo,
    },
    {
      key: 'bbmd',
      title: (t) => t('main:controllerNetwork.bbmdShort'),
      width: 'how',
      isRare: true,
      text: (row) => row.bbmd,
    },
    {
      key: 'controllers',
      title: (t) => t('main:view.devices'),
      width: 'kind',
      align: 'end',
      text: (row) => row.controllers,
    },
  ],
  keyOf: ({ id }) => id,
  count: (t, total) => countText(t, 'networks', total),
  words: {
    none: (t) => ({ title: t('main:controllerNetwork.empty') }),
    empty: (t) => ({ title: t('main:controllerNetwork.empty'), text: t('main:controllerNetwork.emptyText') }),
  },
}
