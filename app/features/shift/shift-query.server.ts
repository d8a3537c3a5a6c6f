/** What the parts of a shift page share: the place and the moment, their lines and their links. */
import type { PathNode } from '#contracts/scalars'
import type { Reader } from '~/backend/reader.server'
import { type TotalCount, unknownCount } from '~/domain/count'
import { type OverviewScope, overviewPlaceId } from '~/features/overview/shared/scope'
import { href } from '~/hrefs'
import type { translator } from '~/i18n/i18n.server'
import { StoreUnavailable } from '~/store/store-unavailable'
import type { ShiftLine } from './part'

/** A customer or a site. */
export type ShiftScope = Extract<OverviewScope, { level: 'customer' | 'site' }>

export interface ShiftQuery {
  reader: Reader
  scope: ShiftScope
  since: string
  t: ReturnType<typeof translator>
}

export const line = (text: string, counted: TotalCount | null, list: string | null): ShiftLine => ({
  text,
  counted: counted ?? unknownCount,
  href: counted === null || counted.count > 0 ? list : null,
})

/** Returns the place one level below the scope. */
export function whereIn(
  { level }: ShiftScope,
  path: readonly PathNode[] | undefined,
  siteName?: string | null,
): string {
  const below = level === 'customer' ? 'site' : 'building'
  return path?.find(({ type }) => type === below)?.name ?? (level === 'customer' ? (siteName ?? '') : '')
}

export function trailHref({ scope, since }: ShiftQuery, search: Record<string, string>): string {
  const { tenantId, customerId } = scope.at
  return href('trail', { tenantId }, { ...search, under: overviewPlaceId(scope) ?? customerId, since })
}

export async function falseIfUnavailable<T>(work: Promise<T>): Promise<T | false> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreUnavailable) return false
    throw error
  }
}
