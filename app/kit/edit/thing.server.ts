/** How the pages and plans of changes load an entity, declared once for each kind (design §4, §7). */
import type { LoaderFunctionArgs } from '@remix-run/node'
import type { PathNode } from '#contracts/scalars'
import { type Reader, readerFor } from '~/backend/reader.server'
import type { PlanContext } from '~/change/plan-context'
import { type ChangeName, capabilitiesFor, flagsFor } from '~/changes'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { ParamsFor, PathName } from '~/paths'
import type { Subject } from '~/trail/record'
import type { Crumb } from '~/ui/breadcrumb'
import type { Label } from '../list/filter'
import type { InputValues } from './fields'

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
  | 'controllerNetwork'
  | 'siteAgent'
  | 'user'

/** Fields that every entity has. */
export interface Entity {
  id: string
  name: string
  eTag?: string | undefined
  path?: PathNode[] | undefined
}

/** The page of a change: the parameters of its address, its path name and the request. */
export interface EntityPageArgs<Kind extends ThingKind> {
  at: ParamsFor<Kind>
  page: PathName
  request: Request
}

export interface LoadedEntity<Now> {
  now: Now
  /** Breadcrumbs down to the entity, included if the frame does not name it. */
  crumbs: Crumb[]
}

/** What the plan of a change loads its entity with. */
export type EntityReader = Pick<PlanContext<unknown>, 'read' | 'may' | 'catalogues'>

/** How pages and changes load an entity of one kind; `Now` is its current data. */
export interface Thing<Kind extends ThingKind, Now extends Entity> {
  kind: Kind
  /** Loads it for a page. Throws a redirect to its canonical address if it is elsewhere. */
  loadPage(pageReader: Reader, args: EntityPageArgs<Kind>): Promise<LoadedEntity<Now>>
  /** Loads it for a change. Throws 404 if it is elsewhere. */
  load(context: EntityReader, at: ParamsFor<Kind>): Promise<Now>
  /** Returns its form values, also stored in the trail. */
  toForm(now: Now): InputValues
}

/**
 * Loads the entity of a change's page, and the data common to such pages. Throws 403 and 404 as `readerFor` does, and
 * 404 while the feature flag is off.
 */
export async function loadChangePage<Kind extends ThingKind, Now extends Entity>(
  args: LoaderFunctionArgs,
  { thing, change, page, crumb }: { thing: Thing<Kind, Now>; change: ChangeName; page: PathName; crumb: Label },
) {
  const at = address(thing.kind, args.params)
  const pageReader = await readerFor(args, { capability: capabilitiesFor(change) })
  if (flagsFor(change).some((flag) => !pageReader.features[flag])) throw new Response(null, { status: 404 })
  const { now, crumbs } = await thing.loadPage(pageReader, { at, page, request: args.request })
  return {
    reader: pageReader,
    at,
    now,
    data: {
      name: now.name,
      cancelHref: href(thing.kind, at),
      crumbs: [
        ...crumbs,
        { name: crumb(translator(pageReader.language)), href: href(page, at as ParamsFor<PathName>) },
      ],
      age: pageReader.age(),
    },
  }
}

/** Returns the subject of an entity in the trail. */
export function entitySubject(kind: ThingKind, { id, name, path }: Entity): Subject {
  return { kind, id, name, ...(path ? { path } : {}) }
}

/** Returns the subject of a refusal, before the entity is loaded. */
export function entitySubjectAt<Kind extends ThingKind>(kind: Kind, at: ParamsFor<Kind>): Subject {
  const id = (at as Readonly<Record<string, string>>)[`${kind}Id`] ?? ''
  return { kind, id, name: id }
}
