/** The designer project of a place (spec §7, domain §8.3). */
import { type DesignerAsset, designer, type FileProject } from '#contracts/designer'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'

/** Null where it has none (4204): a place has no project until somebody makes one. Throws ServiceError. */
export async function projectOf({ ask }: Pick<Reader, 'ask'>, id: string): Promise<FileProject | null> {
  try {
    return await ask(designer.associatedProject, { path: { id } })
  } catch (error) {
    if (error instanceof ServiceError && error.code === '4204') return null
    throw error
  }
}

/** What a browser draws as a picture, by the ending of its file. */
const pictureTypes: Readonly<Record<string, string>> = {
  svg: 'image/svg+xml',
  png: 'image/png',
  webp: 'image/webp',
  jpg: 'image/jpeg',
  jpeg: 'image/jpeg',
}
/** Bytes. */
export const largestPicture = 2 * 1024 * 1024

/** How a page looks: the file of the project that is called as the page is, and is a picture. */
export function pictureOf({ assets }: FileProject, page: string): (DesignerAsset & { type: string }) | null {
  const stem = stemOf(page)
  for (const asset of assets) {
    const type = pictureTypes[asset.path.slice(asset.path.lastIndexOf('.') + 1).toLowerCase()]
    if (type && stemOf(asset.path) === stem && asset.size <= largestPicture) return { ...asset, type }
  }
  return null
}

const stemOf = (path: string) => path.replace(/\.[^./]*$/, '')
