/** The data of a shift page: events since a moment, and notes. */

import type { Reader } from '~/backend/reader.server'
import { newKey } from '~/change/idempotency.server'
import type { Mount } from '~/features/place/shared/mount.server'
import { href } from '~/hrefs'
import { unknownParams } from '~/kit/list/unknown-params'
import { watchedAt } from '~/kit/place/watched.server'
import { StoreUnavailable } from '~/store/store-unavailable'
import { readParts } from './parts.server'
import { shiftScope } from './place.server'
import { notesFor, recordVisit } from './shared/notes.server'
import { parseShiftWindow, shiftSpans } from './window'

/** The budget of the page, in milliseconds: the services of alarms and faults have 15 s. */
export const shiftBudgetMs = 16_000

export async function shiftData(reader: Reader, { at, request, list }: Pick<Mount, 'at' | 'request' | 'list'>) {
  const { searchParams } = new URL(request.url)
  const lastVisit = await nullIfDown(recordVisit(reader.session.person, at))
  const { window, sinceParam } = parseShiftWindow(searchParams, { now: Date.now(), lastVisit })
  const [parts, notes, watched] = await Promise.all([
    readParts(reader, shiftScope(at), window.since),
    nullIfDown(notesFor(at)),
    watchedAt(reader, at, { rows: [] }),
  ])
  const mayNote = reader.may('alarm.ack')
  return {
    window,
    spans: shiftSpans.map((span) => ({ span, isCurrent: span === window.span, href: list({ since: span }) })),
    /** The absolute moment, so that the link shows the same window to everyone at any time. */
    ownHref: list({ since: window.since }),
    csvHref: href('customerShiftCsv', at, { since: window.since, siteId: at.siteId }),
    parts,
    watched,
    /** Null while the store is unavailable. */
    notes:
      notes?.map(({ site, ...note }) => ({
        ...note,
        site: site && !at.siteId ? site.name : null,
        removal: mayNote ? { href: href('shiftNoteRemoval', { ...at, noteId: note.id }), key: newKey() } : null,
      })) ?? null,
    note: mayNote ? { key: newKey() } : null,
    ignored: unknownParams(request, { since: sinceParam, changed: '-' }),
  }
}

/** Returns data of the store, or null while it is unavailable, which the page shows. */
export async function nullIfDown<T>(work: Promise<T>): Promise<T | null> {
  try {
    return await work
  } catch (error) {
    if (error instanceof StoreUnavailable) return null
    throw error
  }
}
