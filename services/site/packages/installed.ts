/** The packages on a controller, and its stored counts (spec §3, domain §7.3). */
import type { ControllerModel } from '../../contracts/product'
import type { InstalledPackage } from '../../contracts/site'
import type { Store } from '../../kit/store'
import type { CatalogueEntry } from '../deployments/plan'
import { countOutdated, latestSupported } from './status'

/** Returns every version of every package. */
export function readCatalogue(store: Store): CatalogueEntry[] {
  return store.all<{ body: string }>('SELECT body FROM package').map(({ body }) => JSON.parse(body) as CatalogueEntry)
}

/** Returns the model of a controller, if it has one. */
export function readProduct(store: Store, productId: string | null): ControllerModel | undefined {
  const row = productId ? store.get<{ body: string }>('SELECT body FROM product WHERE id = ?', productId) : undefined
  return row && (JSON.parse(row.body) as ControllerModel)
}

/** Returns the packages as the controller lists them; the same name may occur twice. */
export function installedOn(store: Store, deviceId: string): InstalledPackage[] {
  return store.all<InstalledPackage>(
    'SELECT name, version FROM device_package WHERE device_id = ? ORDER BY name, version',
    deviceId,
  )
}

interface Owner {
  id: string
  tenant_id: string
  customer_id: string
  product_id: string | null
}

/** Replaces the installed version of a package; `null` removes the package. */
export function setInstalled(store: Store, device: Owner, name: string, version: string | null): void {
  store.run('DELETE FROM device_package WHERE device_id = ? AND name = ?', device.id, name)
  if (version !== null) {
    store.run(
      'INSERT INTO device_package (device_id, tenant_id, customer_id, name, version) VALUES (?,?,?,?,?)',
      device.id,
      device.tenant_id,
      device.customer_id,
      name,
      version,
    )
  }
  recountPackages(store, device)
}

/** Replaces the packages of a controller by those that it lists. */
export function recordPackages(store: Store, device: Owner, packages: readonly InstalledPackage[]): void {
  store.run('DELETE FROM device_package WHERE device_id = ?', device.id)
  for (const { name, version } of packages)
    store.run(
      'INSERT OR IGNORE INTO device_package (device_id, tenant_id, customer_id, name, version) VALUES (?,?,?,?,?)',
      device.id,
      device.tenant_id,
      device.customer_id,
      name,
      version,
    )
  recountPackages(store, device)
}

/** Updates the number of outdated packages of a controller. */
export function recountPackages(store: Store, device: Owner): void {
  const product = readProduct(store, device.product_id)
  const latest = product ? latestSupported(readCatalogue(store), product) : new Map()
  const { outdated, total } = countOutdated(installedOn(store, device.id), latest)
  store.run('UPDATE device SET packages_outdated = ?, packages_total = ? WHERE id = ?', outdated, total, device.id)
}
