/** The catalogues, the sites and the controllers of the demonstration (domain §7.5, §11.1). */
import type { World } from '../kit/world'
import { packageCatalogue } from './catalogue-packages'
import { products } from './catalogue-products'
import { seedDesigner } from './designer'
import { writeAccess } from './fleet-access'
import { writeAlarms } from './fleet-alarms'
import { writeConfigurations } from './fleet-configuration'
import { writeEquipment } from './fleet-equipment'
import { writeFaults } from './fleet-faults'
import { writeHistory } from './fleet-history'
import { montcalmSites } from './fleet-montcalm'
import { writeDemoOverrides } from './fleet-overrides'
import { seedSchedules } from './fleet-schedules'
import { storySites } from './fleet-stories'
import { insert, writeSite } from './fleet-write'

/** Writes every package and every controller model. */
export function seedCatalogues(world: World): void {
  for (const entry of packageCatalogue) {
    insert(world, 'package', { key: entry.key, name: entry.name, version: entry.version, body: JSON.stringify(entry) })
  }
  for (const model of products) {
    insert(world, 'product', { id: model.id, model_type: model.model.type, body: JSON.stringify(model) })
  }
}

/**
 * Writes the fleet of the demonstration; all past times are relative to `epoch` (ms), `word` seeds the random streams.
 */
export function seedFleet(world: World, epoch: number, word: string): void {
  for (const site of [...storySites, ...montcalmSites]) writeSite(world, epoch, site)
  writeEquipment(world, epoch)
  writeDemoOverrides(world, epoch, word)
  seedSchedules(world, epoch)
  writeHistory(world, epoch)
  writeConfigurations(world, epoch)
  writeAlarms(world, epoch, word)
  writeFaults(world, epoch)
  writeAccess(world, epoch)
  seedDesigner(world, epoch)
}
