/** How the pages and plans of changes load an entity, declared once for each kind (design §4, §7). */
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

/** Kinds of entity; each has a page at the path of the same name. */
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

/** Fields that every entity has. */
export interface Standing {
  id: string
  name: string
  eTag?: string | undefined
  path?: PathNode[] | undefined
}

/** The page of a change: the parameters of its address, its path name and the request. */
export interface Here<Kind extends ThingKind> {
  at: ParamsFor<Kind>
  page: PathName
  request: Request
}

export interface OnPage<Now> {
  now: Now
  /** Breadcrumbs down to the entity, included if the frame does not name it. */
  crumbs: Crumb[]
}

/** What the plan of a change loads its entity with. */
export type Asking = Pick<Desk<unknown>, 'read' | 'may' | 'catalogues'>

/** How pages and changes load an entity of one kind; `Now` is its current data. */
export interface Thing<Kind extends ThingKind, Now extends Standing> {
  kind: Kind
  /** Loads it for a page. Throws a redirect to its canonical address if it is elsewhere. */
  onPage(page: Reader, here: Here<Kind>): Promise<OnPage<Now>>
  /** Loads it for a change. Throws 404 if it is elsewhere. */
  afresh(asking: Asking, at: ParamsFor<Kind>): Promise<Now>
  /** Returns its form values, also stored in the trail. */
  filled(now: Now): FilledIn
}

/**
 * Loads the entity of a change's page, and the data common to such pages. Throws 403 and 404 as `readerFor` does, and
 * 404 while the feature flag is off.
 */
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

/** Returns the subject of an entity in the trail. */
export function subjectOf(kind: ThingKind, { id, name, path }: Standing): Subject {
  return { kind, id, name, ...(path ? { path } : {}) }
}

/** Returns the subject of a refusal, before the entity is loaded. */
export function subjectAt<Kind extends ThingKind>(kind: Kind, at: ParamsFor<Kind>): Subject {
  const id = (at as Readonly<Record<string, string>>)[`${kind}Id`] ?? ''
  return { kind, id, name: id }
}
