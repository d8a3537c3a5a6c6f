/**
 * The selection of controllers of a change, read from an address or a form: named controllers, all that match a filter
 * of the device list, or those that failed in an earlier deployment.
 */
import { z } from 'zod'
import { licenceStates } from '#contracts/licence-names'
import { deviceWorkKinds } from '~/domain/device-filter'
import { maxSelectedIds, type Selection, selectionOf } from '~/domain/selection'
import type { QueryParams } from '~/hrefs'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'
import { type DeviceFilter, deviceFields } from './filter'

const word = z.string().max(200).optional()
const listOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(50).optional()
const anyWord = listOf(z.string().max(256))
const yesOrNo = listOf(z.enum(['true', 'false']))

/** Form fields of the device list's filter. */
const filterFields = {
  groupId: word,
  siteId: word,
  buildingId: word,
  spaceId: word,
  q: word,
  productId: anyWord,
  platform: anyWord,
  connected: yesOrNo,
  onboarded: yesOrNo,
  packageStatus: listOf(z.enum(['outdated', 'upToDate'])),
  work: listOf(z.enum(deviceWorkKinds)),
  licence: listOf(z.enum(licenceStates)),
  package: anyWord,
  version: anyWord,
} satisfies Record<keyof typeof deviceFields, z.ZodType>
const Filter = z.object(filterFields)

export type DeviceSelection = Selection<DeviceFilter>

/** Form fields of a selection. */
export const deviceSelectionFields = {
  device: z.array(z.string().min(1).max(200)).max(maxSelectedIds).optional(),
  all: z.literal('1').optional(),
  failed: z.string().max(200).optional(),
  ...filterFields,
}

type Fields = z.infer<z.ZodObject<typeof deviceSelectionFields>>

/** Returns the selection of a form; null if there is none. */
export function deviceSelectionOf({ device, all, failed, ...filter }: Fields): DeviceSelection | null {
  return selectionOf({ ids: device, filter: all ? Filter.parse(filter) : null, failedIn: failed })
}

/** URL parameters of a deployment form in addition to the filter. */
const selectionParams = [
  'device',
  'all',
  'failed',
  'wish',
  'update',
  'allowDowngrade',
  'first',
  'mostFailed',
  'mostFailedUnit',
]

/** All URL parameters of a deployment form: its controllers and the requested packages. */
export const deploymentParams: readonly string[] = [...selectionParams, ...Object.keys(deviceFields)]

/**
 * Reads the selection from an address. Throws 404 if the selection, or the filter that selects all matches, cannot be
 * parsed.
 */
export function deviceSelectionIn(search: URLSearchParams): DeviceSelection | null {
  const filter = parseFilter(search, deviceFields)
  if (search.get('all')) rejectUnknownParams(search, selectionParams, filter)
  const ids = search.getAll('device')
  const parsed = z.object(deviceSelectionFields).safeParse({
    ...filter,
    device: ids.length > 0 ? ids : undefined,
    all: search.get('all') ? '1' : undefined,
    failed: search.get('failed') || undefined,
  })
  if (!parsed.success) throw new Response(null, { status: 404 })
  return deviceSelectionOf(parsed.data)
}

/** Returns the selection as values for an address or for hidden fields. */
export function deviceSelectionValues(
  selection: DeviceSelection | null,
): QueryParams & Record<string, string | readonly string[] | undefined> {
  switch (selection?.kind) {
    case undefined:
      return {}
    case 'these':
      return { device: selection.ids }
    case 'failedIn':
      return { failed: selection.changeId }
    case 'all':
      return { all: '1', ...selection.filter }
  }
}
