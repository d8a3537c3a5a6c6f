/**
 * Which controllers a change is for, as an address or a form says it: the ones named, all that match a filter
 * of the device list, or the ones that failed in an earlier deployment.
 */
import { z } from 'zod'
import { DeviceFilter } from '#contracts/site'
import { mostNamed, type Selection, selectionOf } from '~/domain/selection'
import type { Search } from '~/hrefs'
import { refuseUnknown } from '~/screens/list/not-understood'

/** The filters of the device list that a selection can carry. */
export const filterNames = [
  'groupId',
  'siteId',
  'buildingId',
  'spaceId',
  'q',
  'productId',
  'platform',
  'connected',
  'onboarded',
  'packageStatus',
  'work',
  'licence',
  'package',
  'version',
] as const

const Filter = DeviceFilter.pick({
  groupId: true,
  siteId: true,
  buildingId: true,
  spaceId: true,
  search: true,
  productId: true,
  platform: true,
  connected: true,
  onboarded: true,
  packageStatus: true,
  work: true,
  licence: true,
  package: true,
  version: true,
})
type Filter = z.infer<typeof Filter>

const { search: q, ...otherFilters } = Filter.shape

export type DeviceSelection = Selection<Filter>

/** The fields of a form that carry a choice. */
export const choiceFields = {
  device: z.array(z.string().min(1).max(200)).max(mostNamed).optional(),
  all: z.literal('1').optional(),
  failed: z.string().max(200).optional(),
  q,
  ...otherFilters,
}

type Fields = z.infer<z.ZodObject<typeof choiceFields>>

/** What the fields say; null for nothing. */
export function choiceOf({ device, all, failed, q: search, ...rest }: Fields): DeviceSelection | null {
  return selectionOf({ ids: device, filter: all ? Filter.parse({ ...rest, search }) : null, failedIn: failed })
}

/** What an address may say of a deployment: its controllers, and what they are to get. */
export const askedNames: readonly string[] = [
  ...Object.keys(choiceFields),
  ...['wish', 'update', 'allowDowngrade', 'first', 'mostFailed', 'mostFailedUnit'],
]

/** The choice in an address; a filter that cannot be read is 404. */
export function choiceIn(search: URLSearchParams): DeviceSelection | null {
  if (search.get('all')) refuseUnknown(search, askedNames)
  const named = search.getAll('device')
  const filter = Object.fromEntries(filterNames.flatMap((name) => (search.get(name) ? [[name, search.get(name)]] : [])))
  const read = z.object(choiceFields).safeParse({
    ...filter,
    device: named.length > 0 ? named : undefined,
    all: search.get('all') ? '1' : undefined,
    failed: search.get('failed') || undefined,
  })
  if (!read.success) throw new Response(null, { status: 404 })
  return choiceOf(read.data)
}

/** The choice as an address or hidden fields carry it. */
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
    case 'all': {
      const filter = Object.entries(choice.filter).filter(([, value]) => value !== undefined)
      return {
        all: '1',
        ...Object.fromEntries(filter.map(([name, value]) => [name === 'search' ? 'q' : name, String(value)])),
      }
    }
  }
}
