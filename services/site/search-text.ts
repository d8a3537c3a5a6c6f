/** What things are found by, without accents or case. */
import type { ControllerModel } from '../contracts/product'
import { fold } from '../kit/sort-name'

interface Described {
  name: string
  host_id: string
  description: string
  properties: string
}

/** The parts of an address. */
export function addressText(...parts: readonly (string | null | undefined)[]): string {
  return fold(parts.filter(Boolean).join(' '))
}

/** Of a controller in lists: its names and numbers. */
export function searchTextOf(device: Described, product: ControllerModel | undefined): string {
  const label = (JSON.parse(device.properties) as Record<string, unknown>).$labelHostId
  const searched = [device.name, device.host_id, label, product?.model.type, product?.name, device.description]
  return fold(searched.filter((text) => typeof text === 'string' && text !== '').join(' '))
}
