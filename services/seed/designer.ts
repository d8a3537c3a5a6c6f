/** The designer project of the demonstration: the graphics of Place Boréale (domain §11.1). */
import { createHash } from 'node:crypto'
import type { DesignerAsset, DesignerPage } from '../contracts/designer'
import { seedId } from '../kit/deterministic'
import type { World } from '../kit/world'
import { insert, siteIdOf } from './fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from './people'

const pages: readonly DesignerPage[] = [
  { path: 'index.dg5', title: 'Place Boréale', width: 1280, height: 800, isHome: true },
  { path: 'ahu-1.dg5', title: 'AHU-1', width: 1280, height: 800, isHome: false },
  { path: 'level-12.dg5', title: 'Level 12', width: 1280, height: 800, isHome: false },
  { path: 'plant.dg5', title: 'Central plant', width: 1280, height: 800, isHome: false },
]

/** The file of a page: our own neutral form, a title, a size and what stands where. */
const fileOf = ({ title, width, height }: DesignerPage) => JSON.stringify({ title, width, height, elements: [] })

const assetOf = (page: DesignerPage): DesignerAsset => {
  const file = fileOf(page)
  return { path: page.path, sha256: createHash('sha256').update(file).digest('hex'), size: Buffer.byteLength(file) }
}

/** Writes it; it was last saved twelve days before the epoch. */
export function seedDesigner(world: World, epoch: number): void {
  insert(world, 'designer_project', {
    id: seedId('file-project', 'place-boreale'),
    project_id: seedId('project', 'place-boreale'),
    tenant_id: tenantIdOf(world, 'boreal'),
    customer_id: customerIdOf('CUS1001'),
    associated_type: 'site',
    associated_id: siteIdOf(1),
    name: 'Place Boréale graphics',
    version: '1.4.0',
    pages: JSON.stringify(pages),
    assets: JSON.stringify(pages.map(assetOf)),
    updated_at: epoch - 12 * 86_400_000,
    updated_by_id: userIdOf('amelie'),
    updated_by_name: 'Amélie Tremblay',
  })
}
