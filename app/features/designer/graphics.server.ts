/** The designer projects of the sites of a customer or a group, one page of them, each with a picture of its home page. */
import type { FileProject } from '#contracts/designer'
import type { Site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import { asPanel, type Reader } from '~/backend/reader.server'
import { everySite } from '~/features/site/shared/find-sites.server'
import { href, nodeHref } from '~/hrefs'
import { alarmsHref } from '~/kit/place/lists'
import { noGroup, type ParamsFor } from '~/paths'
import { projectOf } from './project.server'
import { loadDrawing, type Screen } from './screen.server'

/** Projects on one page, and calls at a time. */
export const projectsPerPage = 12
const maxConcurrent = 4

export interface GraphicsRow {
  siteId: string
  site: string
  siteHref: string | null
  href: string
  /** Null while the project cannot be read. */
  project: { name: string; updatedAt: string; screens: { title: string; href: string; isHome: boolean }[] } | null
  picture: Pick<Screen, 'width' | 'height' | 'elements'> | null
  alarms: { count: number; href: string } | null
}

/** `start` is the number of projects before the page; sites whose backend does not say whether they have one count. */
export async function graphicsOfSites(
  reader: Reader,
  at: ParamsFor<'customer'> & { groupId?: string },
  start: number,
): Promise<{ rows: GraphicsRow[]; total: number; isCut: boolean }> {
  const filter = at.groupId ? { groupId: [at.groupId] } : {}
  const { sites, isCut } = await everySite(reader.read, { customerId: at.customerId, filter, withProject: true })
  const drawn = sites.filter(({ archived, projects }) => !archived && projects?.length !== 0)
  const rows = await inParallel(drawn.slice(start, start + projectsPerPage), maxConcurrent, (site) =>
    graphicsRow(reader, at, site),
  )
  return { rows: rows.filter((row) => row !== null), total: drawn.length, isCut }
}

async function graphicsRow(reader: Reader, customer: ParamsFor<'customer'>, site: Site): Promise<GraphicsRow | null> {
  const at = { ...customer, groupId: site.siteGroupId ?? noGroup, siteId: site.id }
  const panel = await asPanel(projectOf(reader, site.id))
  if (panel.ok && !panel.value) return null
  const project = panel.ok ? panel.value : null
  const alarms = reader.may('alarm.read') ? site.counts?.alarms : undefined
  return {
    siteId: site.id,
    site: site.name,
    siteHref: nodeHref(at, site.path ?? [], { id: site.id, type: 'site' }),
    href: href('siteDesigner', at),
    project: project && {
      name: project.name,
      updatedAt: project.updatedAt,
      screens: project.pages.map(({ path, title, isHome }) => ({
        title,
        isHome,
        href: href('siteDesigner', at, { page: path }),
      })),
    },
    picture: project && (await pictureOf(reader, project, site.name)),
    alarms:
      alarms === undefined ? null : { count: alarms, href: alarmsHref({ level: 'site', at }, { state: 'active' }) },
  }
}

/** Returns the home page without values; null if it cannot be drawn. */
async function pictureOf(reader: Reader, project: FileProject, site: string): Promise<GraphicsRow['picture']> {
  const home = project.pages.find(({ isHome }) => isHome) ?? project.pages[0]
  if (!home) return null
  const drawing = await loadDrawing(reader, { project, path: home.path, words: { site } })
  if (typeof drawing === 'string') return null
  const { width, height } = drawing
  const elements = drawing.elements.flatMap((element): Screen['elements'] => {
    if (element.kind === 'value' || element.kind === 'text' || element.kind === 'symbol') return []
    return [element.kind === 'area' || element.kind === 'link' ? { ...element, href: null } : element]
  })
  return { width, height, elements }
}
