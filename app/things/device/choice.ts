/**
 * The selection of controllers of a change, read from an address or a form: named controllers, all that match a filter
 * of the device list, or those that failed in an earlier deployment.
 */
import { z } from 'zod'
import { licenceStates } from '#contracts/licence-names'
import { works } from '~/domain/device-filter'
import { mostNamed, type Selection, selectionOf } from '~/domain/selection'
import type { Search } from '~/hrefs'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { type DeviceFilter, deviceFields } from './filter'

const word = z.string().max(200).optional()
const several = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(50).optional()
const anyWord = several(z.string().max(256))
const yesOrNo = several(z.enum(['true', 'false']))

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
  packageStatus: several(z.enum(['outdated', 'upToDate'])),
  work: several(z.enum(works)),
  licence: several(z.enum(licenceStates)),
  package: anyWord,
  version: anyWord,
} satisfies Record<keyof typeof deviceFields, z.ZodType>
const Filter = z.object(filterFields)

export type DeviceSelection = Selection<DeviceFilter>

/** Form fields of a selection. */
export const choiceFields = {
  device: z.array(z.string().min(1).max(200)).max(mostNamed).optional(),
  all: z.literal('1').optional(),
  failed: z.string().max(200).optional(),
  ...filterFields,
}

type Fields = z.infer<z.ZodObject<typeof choiceFields>>

/** Returns the selection of a form; null if there is none. */
export function choiceOf({ device, all, failed, ...filter }: Fields): DeviceSelection | null {
  return selectionOf({ ids: device, filter: all ? Filter.parse(filter) : null, failedIn: failed })
}

/** URL parameters of a deployment form in addition to the filter. */
const besides = ['device', 'all', 'failed', 'wish', 'update', 'allowDowngrade', 'first', 'mostFailed', 'mostFailedUnit']

/** All URL parameters of a deployment form: its controllers and the requested packages. */
export const askedNames: readonly string[] = [...besides, ...Object.keys(deviceFields)]

/**
 * Reads the selection from an address. Throws 404 if the selection, or the filter that selects all matches, cannot be
 * parsed.
 */
export function choiceIn(search: URLSearchParams): DeviceSelection | null {
  const filter = filterIn(search, deviceFields)
  if (search.get('all')) refuseUnknown(search, besides, filter)
  const named = search.getAll('device')
  const read = z.object(choiceFields).safeParse({
    ...filter,
    device: named.length > 0 ? named : undefined,
    all: search.get('all') ? '1' : undefined,
    failed: search.get('failed') || undefined,
  })
  if (!read.success) throw new Response(null, { status: 404 })
  return choiceOf(read.data)
}

/** Returns the selection as values for an address or for hidden fields. */
export function choiceValues(
  choice: DeviceSelection | null,
): Search & Record<string, string | readonly string[] | undefined> {
  switch (choice?.kind) {
    case undefined:
      return {}
    case 'these':
      return { device: choice.ids }
    case 'failedIn':
      return { failed: choice.changeId }
    case 'all':
      return { all: '1', ...choice.filter }
  }
}
