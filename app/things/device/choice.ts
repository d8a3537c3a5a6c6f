/**
 * Which controllers a deployment is for, as an address or a form says it: the ones named, all that match a filter
 * of the device list, or the ones that failed in an earlier deployment.
 */
import { z } from 'zod'
import { DeviceFilter } from '#contracts/site'
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
  package: true,
  version: true,
})
type Filter = z.infer<typeof Filter>

const { search: q, ...otherFilters } = Filter.shape

export type Choice =
  | { kind: 'none' }
  | { kind: 'devices'; ids: string[] }
  | { kind: 'all'; filter: Filter }
  | { kind: 'failed'; operationId: string }

/** How many controllers can be named one by one; more are chosen by a filter. */
export const mostNamed = 500

/** The fields of a form that carry a choice. */
export const choiceFields = {
  device: z.array(z.string().min(1).max(200)).max(mostNamed).optional(),
  all: z.literal('1').optional(),
  failed: z.string().max(200).optional(),
  q,
  ...otherFilters,
}

type Fields = z.infer<z.ZodObject<typeof choiceFields>>

/** What the fields say; "all that match" wins over rows that were ticked beside it. */
export function choiceOf({ device = [], all, failed, q: search, ...rest }: Fields): Choice {
  if (failed) return { kind: 'failed', operationId: failed }
  if (all) return { kind: 'all', filter: Filter.parse({ ...rest, search }) }
  return device.length > 0 ? { kind: 'devices', ids: [...new Set(device)] } : { kind: 'none' }
}

/** What an address may say of a deployment: its controllers, and what they are to get. */
export const askedNames: readonly string[] = [
  ...Object.keys(choiceFields),
  ...['wish', 'update', 'allowDowngrade', 'first', 'mostFailed', 'mostFailedUnit'],
]

/** The choice in an address; a filter that cannot be read is 404. */
export function choiceIn(search: URLSearchParams): Choice {
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
export function choiceValues(choice: Choice): Search & Record<string, string | readonly string[] | undefined> {
  switch (choice.kind) {
    case 'none':
      return {}
    case 'devices':
      return { device: choice.ids }
    case 'failed':
      return { failed: choice.operationId }
    case 'all': {
      const filter = Object.entries(choice.filter).filter(([, value]) => value !== undefined)
      return {
        all: '1',
        ...Object.fromEntries(filter.map(([name, value]) => [name === 'search' ? 'q' : name, String(value)])),
      }
    }
  }
}
