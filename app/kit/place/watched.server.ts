/** What an empty list was read from: an all-clear of a place without controllers would be false. */
import { countDevices } from '~/backend/count-devices.server'
import { asPanel, type Reader } from '~/backend/reader.server'
import type { TotalCount } from '~/domain/count'
import { href } from '~/hrefs'
import { noGroup, type ParamsFor } from '~/paths'
import type { PlaceParams } from './place-params'
import { type SpaceChoice, spaceChoice } from './space-choice'

export interface Watched {
  /** The controllers of the place; null if nobody could count them. */
  controllers: TotalCount | null
  /** The moment of the oldest reply, as an ISO time. */
  readAt: string
  /** Where a controller is added, or a site or a space chosen for it; null without the permission. */
  add: { href: string | null; choose: SpaceChoice['of'] | null }
}

/** Returns the controllers below a place, uncounted for a controller or equipment; null for a list with rows. */
export async function watchedAt(
  reader: Reader,
  at: PlaceParams,
  { rows, trouble = null }: { rows: readonly unknown[]; trouble?: unknown },
): Promise<Watched | null> {
  if (rows.length > 0 || trouble) return null
  if (at.deviceId || at.equipmentId) return watchedFrom(reader, at, null)
  const { customerId, groupId, siteId, buildingId, spaceId } = at
  const place = spaceId ? { spaceId } : buildingId ? { buildingId } : siteId ? { siteId } : { groupId }
  const isSet = groupId !== undefined && (siteId !== undefined || groupId !== noGroup)
  const counted = await asPanel(countDevices(reader, { customerId, ...(isSet && place) }))
  return watchedFrom(reader, at, counted.ok ? counted.value : null)
}

/** Returns the same where the controllers are counted already. */
export function watchedFrom(
  reader: Pick<Reader, 'age' | 'may'>,
  at: PlaceParams,
  controllers: TotalCount | null,
): Watched {
  const { seconds, walkSeconds } = reader.age()
  const choice = spaceChoice(at)
  const address = choice?.href ?? href('newDevice', at as ParamsFor<'newDevice'>)
  return {
    controllers,
    readAt: new Date(Date.now() - Math.max(seconds ?? 0, walkSeconds ?? 0) * 1_000).toISOString(),
    add: { choose: choice?.of ?? null, href: reader.may('device.write') ? address : null },
  }
}
