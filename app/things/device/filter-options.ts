/** What the filters of a list of controllers offer. */
import type { Catalogues } from '~/backend/catalogues.server'
import type { DeviceSearch } from '~/domain/device-filter'
import { packagesByName } from '~/domain/package-catalogue'

export type FilterOptions = ReturnType<typeof filterOptions>

/** Models, platforms and packages; the versions of the package that is chosen. */
export function filterOptions({ controllers, packages }: Catalogues, search: DeviceSearch) {
  return {
    models: controllers.map((model) => ({ value: model.id, label: model.model.type })),
    platforms: [...new Set(controllers.map((model) => model.platform))].sort(),
    packages: packagesByName(packages).map(({ name, displayName, versions }) => ({
      value: name,
      label: displayName,
      versions: name === search.package ? versions.map(({ version }) => version) : [],
    })),
  }
}
