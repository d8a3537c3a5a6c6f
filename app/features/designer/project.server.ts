/** The designer project of a place (spec §7, domain §8.3). */
import { type DesignerAsset, designer, type FileProject } from '#contracts/designer'
import { asPanel, type Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { unknownParams } from '~/kit/list/unknown-params'

/**
 * Returns the project; null if the place has none (4204), which is so until a person creates one. Throws
 * `ServiceError`.
 */
export async function projectOf({ call }: Pick<Reader, 'call'>, id: string): Promise<FileProject | null> {
  try {
    return await call(designer.associatedProject, { path: { id } })
  } catch (error) {
    if (error instanceof ServiceError && error.code === '4204') return null
    throw error
  }
}

/** Returns the project, or why it could not be read, with its pages and the one that an address selects. */
export async function readProject(reader: Reader, id: string, request: Request) {
  const selectedPath = new URL(request.url).searchParams.get('page')
  const panel = await asPanel(projectOf(reader, id))
  const project = panel.ok ? panel.value : null
  const pages = project?.pages ?? []
  const current = pages.find(({ path }) => path === selectedPath) ?? pages.find(({ isHome }) => isHome) ?? pages[0]
  return {
    project,
    problem: panel.ok ? null : panel.problem,
    pages,
    current,
    /** Names of parameters that mean nothing here. */
    ignored: unknownParams(request, { page: current?.path === selectedPath ? selectedPath : null }),
  }
}

/** What the pages of a project say of it. */
export const projectFacts = ({ name, version, updatedAt, updatedBy }: FileProject) => ({
  name,
  version,
  updatedAt,
  updatedBy: updatedBy?.fullName ?? null,
})

/** Media types that a browser renders as an image, by file extension. */
const imageTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
/** In bytes. */
export const maxPictureBytes = 2 * 1024 * 1024

/** Returns the preview of a page: an image in the project with the same name as the page. */
export function previewOf({ assets }: FileProject, page: string): (DesignerAsset & { type: string }) | null {
  const stem = stemOf(page)
  for (const asset of assets) {
    const type = imageTypes[asset.path.slice(asset.path.lastIndexOf('.') + 1).toLowerCase()]
    if (type && stemOf(asset.path) === stem && asset.size <= maxPictureBytes) return { ...asset, type }
  }
  return null
}

const stemOf = (path: string) => path.replace(/\.[^./]*$/, '')
