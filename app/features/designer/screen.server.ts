/** A screen of a designer project: its drawing, with the points that it shows. */
import { designer, type FileProject } from '#contracts/designer'
import { type DesignerElement, designerPageLimits } from '#contracts/designer-page'
import { site } from '#contracts/site'
import { readWholeFile } from '~/backend/download.server'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { isReporting } from '~/features/point/shared/find-points.server'
import { liveHref, maxFollowedControllers, maxFollowedPoints } from '~/features/point/shared/live'
import { type PointRow, pointRow } from '~/features/point/shared/row'
import { href, isId, placeParams } from '~/hrefs'
import { deviceAt } from '~/kit/place/own-place.server'
import type { ParamsFor } from '~/paths'
import { parseDrawing, type ScreenDrawing } from './drawing'

type SitePlace = ParamsFor<'siteDesigner'>

/** Why the value of a point is not known: no such point here, not readable now, not permitted, or too many points. */
export type SourceProblem = 'absent' | 'unreadable' | 'forbidden' | 'beyond'

/** The point of an element. */
export type ScreenSource = { point: PointRow; problem: null } | { point: null; problem: SourceProblem }

type Kind<K extends DesignerElement['kind']> = DesignerElement & { kind: K }

export type ScreenElement =
  | Kind<'box' | 'duct' | 'pipe' | 'text'>
  | (Kind<'area' | 'link'> & { href: string | null })
  | (Kind<'symbol'> & { source: ScreenSource | null })
  | (Kind<'value'> & { source: ScreenSource; setpoint: ScreenSource | null })

/** A drawing whose elements have what they show; `live` is the address of its values. */
export interface Screen extends Omit<ScreenDrawing, 'elements'> {
  elements: ScreenElement[]
  live: string | null
}

/** The drawing of a page with its points, or why there is none. */
export type LoadedScreen = { ok: true; screen: Screen } | { ok: false; problem: ScreenProblem }

/** Why a page has no drawing: its file is too large, missing, not a drawing, or cannot be read now. */
export type ScreenProblem = 'tooLarge' | 'missing' | 'broken' | 'unreadable'

interface ScreenPage {
  project: FileProject
  path: string
  /** The words that its texts may name. */
  words: Readonly<Record<string, string>>
}

export async function loadScreen(reader: Reader, at: SitePlace, page: ScreenPage): Promise<LoadedScreen> {
  const drawing = await loadDrawing(reader, page)
  if (typeof drawing === 'string') return { ok: false, problem: drawing }
  return { ok: true, screen: await screenOf(reader, at, { drawing, project: page.project }) }
}

/** Returns the drawing of a page without values, or why there is none. */
export async function loadDrawing(
  reader: Pick<Reader, 'download'>,
  { project: { projectId, assets }, path, words }: ScreenPage,
): Promise<ScreenDrawing | ScreenProblem> {
  const file = assets.find((asset) => asset.path === path)
  if (!file) return 'missing'
  const { bytes: maxBytes } = designerPageLimits
  if (file.size > maxBytes) return 'tooLarge'
  try {
    const download = await reader.download(designer.projectFile, { path: { projectId, path } })
    const bytes = await readWholeFile(download, maxBytes)
    if (!bytes) return 'tooLarge'
    return parseDrawing(new TextDecoder().decode(bytes), words) ?? 'broken'
  } catch (error) {
    if (error instanceof Response && error.status < 400) throw error
    return error instanceof Response && error.status === 404 ? 'missing' : 'unreadable'
  }
}

/** Returns the drawing with its points and the addresses of its links. */
async function screenOf(
  reader: Reader,
  at: SitePlace,
  { drawing, project }: { drawing: ScreenDrawing; project: FileProject },
): Promise<Screen> {
  const sources = await readSources(reader, at, drawing.elements)
  const sourceOf = (deviceId: string, pointId: string): ScreenSource =>
    sources.get(sourceKey(deviceId, pointId)) ?? { point: null, problem: 'beyond' }
  const pageHref = (page: string | undefined) =>
    project.pages.some(({ path }) => path === page) ? href('siteDesigner', at, { page }) : null
  const elements = drawing.elements.map((element): ScreenElement => {
    switch (element.kind) {
      case 'area':
      case 'link':
        return { ...element, href: pageHref(element.page) }
      case 'symbol': {
        const { deviceId, pointId } = element
        return { ...element, source: deviceId && pointId ? sourceOf(deviceId, pointId) : null }
      }
      case 'value': {
        const { deviceId, pointId, setpointId } = element
        const setpoint = setpointId === undefined ? null : sourceOf(deviceId, setpointId)
        return { ...element, source: sourceOf(deviceId, pointId), setpoint }
      }
      default:
        return element
    }
  })
  const deviceIds = drawing.elements.flatMap((element) => ('deviceId' in element ? (element.deviceId ?? []) : []))
  return { ...drawing, elements, live: liveHref(reader, at, deviceIds.filter(isId)) }
}

const sourceKey = (deviceId: string, pointId: string) => `${deviceId} ${pointId}`

/** Returns the points by controller and id, within the limits of a live page. */
async function readSources(
  reader: Reader,
  at: SitePlace,
  elements: readonly DesignerElement[],
): Promise<ReadonlyMap<string, ScreenSource>> {
  const pointIds = new Map<string, Set<string>>()
  for (const { deviceId, pointId } of elements.flatMap(sourcesIn).slice(0, maxFollowedPoints)) {
    const ids = pointIds.get(deviceId)
    if (ids) ids.add(pointId)
    else if (pointIds.size < maxFollowedControllers) pointIds.set(deviceId, new Set([pointId]))
  }
  const read = await inParallel([...pointIds.keys()], maxFollowedControllers, (deviceId) =>
    controllerPoints(reader, at, deviceId),
  )
  return new Map(
    [...pointIds].flatMap(([deviceId, ids], index) =>
      [...ids].map((pointId): [string, ScreenSource] => {
        const points = read[index] ?? 'unreadable'
        if (typeof points === 'string') return [sourceKey(deviceId, pointId), { point: null, problem: points }]
        const point = points.get(pointId)
        return [sourceKey(deviceId, pointId), point ? { point, problem: null } : { point: null, problem: 'absent' }]
      }),
    ),
  )
}

function sourcesIn(element: DesignerElement): { deviceId: string; pointId: string }[] {
  if (element.kind !== 'value' && element.kind !== 'symbol') return []
  const { deviceId, pointId } = element
  if (deviceId === undefined || pointId === undefined) return []
  const setpointId = element.kind === 'value' ? element.setpointId : undefined
  return [pointId, ...(setpointId === undefined ? [] : [setpointId])].map((id) => ({ deviceId, pointId: id }))
}

/** Returns the points of a controller of the site by id, or why there are none. */
async function controllerPoints(
  { call, may }: Pick<Reader, 'call' | 'may'>,
  at: SitePlace,
  deviceId: string,
): Promise<Map<string, PointRow> | SourceProblem> {
  if (!may('point.read')) return 'forbidden'
  if (!isId(deviceId)) return 'absent'
  try {
    const [device, points] = await Promise.all([
      deviceAt(call, { ...at, deviceId }),
      call(site.listDevicePoints, { path: { id: deviceId } }),
    ])
    const host = { ...at, ...placeParams(at, device.path ?? []), deviceId } as ParamsFor<'device'>
    if (!host.spaceId) return 'unreadable'
    const controller = { device: device.name, isConnected: isReporting(device) }
    return new Map(points.map((point) => [point.id, pointRow(host, point, controller)]))
  } catch (error) {
    if (error instanceof Response && error.status === 404) return 'absent'
    if (!(error instanceof ServiceError)) throw error
    return error.status === 404 || error.status === 403 ? 'absent' : 'unreadable'
  }
}
