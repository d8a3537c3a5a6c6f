/** A kind of thing as the pages of its changes find it, declared once (design §4, §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { PathNode } from '#contracts/scalars'
import { type Reader, reader } from '~/backend/reader.server'
import type { Desk } from '~/change/desk'
import { type ChangeName, capabilitiesFor, flagsFor } from '~/changes'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor, PathName } from '~/paths'
import type { FilledIn } from '~/screens/edit/fields'
import type { Said } from '~/screens/list/filter'
import type { Subject } from '~/trail/record'
import type { Crumb } from '~/ui/breadcrumb'

/** Each has its page at the address that is named after it. */
export type ThingKind =
  | 'tenant'
  | 'customer'
  | 'group'
  | 'site'
  | 'building'
  | 'space'
  | 'device'
  | 'equipment'
  | 'template'
  | 'user'

/** What every thing has; the name is what people call it. */
export interface Standing {
  id: string
  name: string
  eTag?: string | undefined
  path?: PathNode[] | undefined
}

/** Where a page of a change of a thing stands. */
export interface Here<Kind extends ThingKind> {
  at: ParamsFor<Kind>
  page: PathName
  request: Request
}

export interface OnPage<Now> {
  now: Now
  /** The way down to it, itself included where the frame does not name it. */
  crumbs: Crumb[]
}

/** What a change is planned with. */
export type Asking = Pick<Desk<unknown>, 'read' | 'may' | 'catalogues'>

/** Generic names stand for: the kind, and what is known of one of it. */
export interface Thing<Kind extends ThingKind, Now extends Standing> {
  kind: Kind
  /** For its page: what stands elsewhere leads to its right address. */
  onPage(page: Reader, here: Here<Kind>): Promise<OnPage<Now>>
  /** For a change of it, read afresh: what stands elsewhere is not there. */
  afresh(asking: Asking, at: ParamsFor<Kind>): Promise<Now>
  /** Its form filled in, as the trail keeps it too. */
  filled(now: Now): FilledIn
}

/** The thing of the page of a change, and what every such page is given. 403 and 404 as `reader` says; 404 where its flag is off. */
export async function pageOfChange<Kind extends ThingKind, Now extends Standing>(
  args: LoaderFunctionArgs,
  { thing, change, page, crumb }: { thing: Thing<Kind, Now>; change: ChangeName; page: PathName; crumb: Said },
) {
  const at = address(thing.kind, args.params)
  const read = await reader(args, { capability: capabilitiesFor(change) })
  if (flagsFor(change).some((flag) => !read.features[flag])) throw new Response(null, { status: 404 })
  const { now, crumbs } = await thing.onPage(read, { at, page, request: args.request })
  return {
    page: read,
    at,
    now,
    data: {
      name: now.name,
      cancelHref: href(thing.kind, at),
      crumbs: [...crumbs, { name: crumb(translator(read.language)), href: href(page, at as ParamsFor<PathName>) }],
      age: read.age(),
    },
  }
}

/** The thing as the trail names it. */
export function subjectOf(kind: ThingKind, { id, name, path }: Standing): Subject {
  return { kind, id, name, ...(path ? { path } : {}) }
}

/** Of whom a refusal is, before the thing is known. */
export function subjectAt<Kind extends ThingKind>(kind: Kind, at: ParamsFor<Kind>): Subject {
  const id = (at as Readonly<Record<string, string>>)[`${kind}Id`] ?? ''
  return { kind, id, name: id }
}
