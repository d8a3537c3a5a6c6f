/** The designer service: the file projects of the embedded designer (spec §7, domain §8.3). */
import { createHash } from 'node:crypto'
import { Readable } from 'node:stream'
import type { DesignerAsset, DesignerPage, designer, FileProject } from '../contracts/designer'
import { fail } from '../kit/api-error'
import { type Handlers, replyWith } from '../kit/call'
import { timestamp } from '../kit/clock'
import type { TenantScope } from '../kit/scope'
import type { Store } from '../kit/store'
import { projectOwners } from './schema'

export { serveOwnFiles } from './own-files'
export { schema } from './schema'

interface Row {
  id: string
  project_id: string
  associated_type: FileProject['associatedWith']['type']
  associated_id: string
  name: string
  version: string
  pages: string
  assets: string
  updated_at: number
  updated_by_id: string | null
  updated_by_name: string | null
}

export const handlers: Handlers<typeof designer> = {
  /** A node without its own project has none (4204), whatever the nodes above it have. */
  associatedProject({ params, world, require }) {
    require(scopeOfNode(world.store, params.id))
    const row = world.store.get<Row>('SELECT * FROM designer_project WHERE associated_id = ?', params.id)
    return row ? projectOf(row) : fail(4204, { errors: { id: 'errors.designer.noProject' } })
  },

  projectFile({ params, world, require }) {
    const { projectId, path } = params
    require(
      world.store.get<TenantScope>(
        'SELECT tenant_id AS tenantId, customer_id AS customerId FROM designer_project WHERE project_id = ?',
        projectId,
      ),
    )
    const file = world.store.get<{ body: string }>(
      'SELECT body FROM designer_file WHERE project_id = ? AND path = ?',
      projectId,
      path,
    )
    if (!file) return fail(4005)
    const bytes = Buffer.from(file.body)
    const etag = `"${createHash('sha256').update(bytes).digest('hex')}"`
    const download = { name: path, size: bytes.length, open: () => Readable.from([bytes]) }
    return replyWith(undefined, { headers: { etag }, download })
  },
}

function projectOf(row: Row): FileProject {
  const assets = JSON.parse(row.assets) as DesignerAsset[]
  return {
    id: row.id,
    projectId: row.project_id,
    name: row.name,
    version: row.version,
    associatedWith: { id: row.associated_id, type: row.associated_type },
    pages: JSON.parse(row.pages) as DesignerPage[],
    assets,
    updatedAt: timestamp(row.updated_at),
    updatedBy: row.updated_by_id ? { id: row.updated_by_id, fullName: row.updated_by_name ?? '' } : null,
    size: assets.reduce((sum, { size }) => sum + size, 0),
  }
}

function scopeOfNode(store: Store, id: string): TenantScope | undefined {
  for (const table of projectOwners) {
    const scope = store.get<TenantScope>(
      `SELECT tenant_id AS tenantId, customer_id AS customerId FROM ${table} WHERE id = ?`,
      id,
    )
    if (scope) return scope
  }
  return undefined
}
