/** Which files a link may fetch: those of the work that it was requested to do and that is not over. */
import { type FileHandle, open } from 'node:fs/promises'
import { pathOfGraphics } from '../device-configuration/gfx-files'
import { graphicsToSend } from '../device-configuration/send-reports'
import type { World } from '../kit/world'
import { deploymentToRequest, pathOfPackage } from '../site/deployments/reports'
import { LinkError, type ReadFilePart } from './port'
import { requestedWork } from './work'

/** Longest part, octets: an agent on a slow line is still heard in time while it receives one. */
const maxPartOctets = 262_144

/** Returns the function that reads a part of a file of work. */
export const createFileReader =
  (world: World): ReadFilePart =>
  async (deviceId, { workId, sha256 }, offset) => {
    const path = pathOf(world, deviceId, workId, sha256)
    if (path === null) throw new LinkError('refused', 'notRequested')
    let file: FileHandle | undefined
    try {
      file = await open(path)
      const octets = Buffer.alloc(maxPartOctets)
      const { bytesRead } = await file.read(octets, 0, maxPartOctets, offset)
      return { content: octets.toString('base64', 0, bytesRead) }
    } catch (error) {
      // A package of the catalogue may have no file here.
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') throw new LinkError('refused', 'noBytes')
      throw error
    } finally {
      await file?.close()
    }
  }

/** Returns where a file of a controller's work is; null when it has none of that hash. */
function pathOf(world: World, deviceId: string, workId: string, sha256: string): string | null {
  const kind = requestedWork(world, deviceId, workId)
  if (kind === 'send')
    return workId.startsWith('gfx.') && graphicsToSend(world, deviceId)?.sha256 === sha256
      ? pathOfGraphics(world, sha256)
      : null
  if (kind !== 'deployment') return null
  const files = deploymentToRequest(world, workId).operations.flatMap((operation) => operation.files)
  return files.some((file) => file.sha256 === sha256) ? pathOfPackage(world, sha256) : null
}
