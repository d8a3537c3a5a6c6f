/** What a search found or missed, as a row of its list. */
import { lateAnswerMs } from '#contracts/controller-network-names'
import type { FindingState, NetworkFinding } from '#contracts/controller-networks'
import { locationOf } from '~/domain/device'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'

export interface ControllerFindingRow {
  instance: number
  /** Of the controller in the tree, else as it states; empty where it does not. */
  name: string
  /** Its page, where it is in the tree. */
  href: string | null
  states: FindingState[]
  model: string
  addresses: string[]
  networkNumber: number | null
  answeredAfterMs: number | null
  isLate: boolean
  location: string
  silentSince: string | null
  /** In a search for an object: those that it has, such as `analogInput 3 (SAT)`. */
  objects: string
}

export function controllerFindingRow(
  at: ParamsFor<'controllerNetwork'>,
  finding: NetworkFinding,
): ControllerFindingRow {
  const { instance, name, states, vendorName, modelName, addresses, networkNumber, device, silentSince } = finding
  const answeredAfterMs = finding.answeredAfterMs ?? null
  return {
    instance,
    name: device?.name ?? name ?? '',
    href: device ? href('deviceById', { tenantId: at.tenantId, deviceId: device.id }) : null,
    states,
    model: [vendorName, modelName].filter(Boolean).join(' '),
    addresses,
    networkNumber: networkNumber ?? null,
    answeredAfterMs,
    isLate: answeredAfterMs !== null && answeredAfterMs > lateAnswerMs,
    location: device ? locationOf(device.path ?? []) : '',
    silentSince: silentSince ?? null,
    objects: (finding.objects ?? [])
      .map((one) => `${one.objectType} ${one.objectInstance}` + (one.name ? ` (${one.name})` : ''))
      .join(', '),
  }
}

/** Returns the name of a row; its instance where the controller did not state one. */
export const findingName = ({ name, instance }: Pick<ControllerFindingRow, 'name' | 'instance'>) =>
  name || `BACnet ${instance}`
