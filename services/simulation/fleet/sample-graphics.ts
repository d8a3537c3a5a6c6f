/** The graphics that seeded controllers were delivered with, created when somebody opens them. */
import { createHash } from 'node:crypto'
import type { DeliveredGraphics, DeliveredState } from '../../device-configuration/gfx-files'
import { supportedVersion } from '../../device-configuration/gfx-project'
import { zipOf } from '../../kit/zip'

export function createSampleGraphics(): DeliveredGraphics {
  const hashes = new Map<string, string>()
  const hashOf = (state: DeliveredState) => {
    const key = `${state.file_name}/${state.file_size}`
    const sha256 = hashes.get(key) ?? createHash('sha256').update(sampleBytes(state)).digest('hex')
    hashes.set(key, sha256)
    return sha256
  }
  return {
    bytes: sampleBytes,
    record: (state) => ({
      device_id: state.device_id,
      file_name: state.file_name ?? '',
      size: state.file_size ?? 0,
      sha256: hashOf(state),
      project_name: projectOf(state),
      project_version: supportedVersion,
      uploaded_at: (state.last_sent_time ?? 0) - 60_000,
      uploaded_by: 'Amélie Tremblay',
      flaw: null,
    }),
  }
}

const projectOf = ({ file_name }: DeliveredState) => (file_name ?? '').replace(/\.\w+$/, '')

/** Returns an archive of exactly the recorded size; its floor plan is filler. */
function sampleBytes(state: DeliveredState): Buffer {
  const name = projectOf(state).replace(/[<&]/g, '')
  const main = `<?xml version="1.0" encoding="utf-8"?>\n<Project><Props><Name>${name}</Name><Version>${supportedVersion}</Version></Props></Project>\n`
  const archive = (length: number) =>
    zipOf([
      { name: 'Main.xml', bytes: Buffer.from(main) },
      { name: 'images/floor-plan.bin', bytes: Buffer.alloc(length, name), stored: true },
    ])
  return archive(Math.max(0, (state.file_size ?? 0) - archive(0).length))
}
