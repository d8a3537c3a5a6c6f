/** What the filters of a list of controllers offer. */
import type { Catalogues } from '~/backend/catalogues.server'
import { packagesByName } from '~/domain/package-catalogue'
import type { Features } from '~/features'
import type { DeviceSearch } from './filter'
import { hiddenModels } from './hidden'

export type FilterOptions = ReturnType<typeof filterOptions>

/** Models, platforms and packages; the versions of the package that is chosen. Hidden models are not offered (spec §5). */
export function filterOptions({ controllers, packages }: Catalogues, features: Features, search: DeviceSearch) {
  const hidden = new Set(hiddenModels(controllers, features))
  const models = controllers.filter((model) => !hidden.has(model))
  return {
    models: models.map((model) => ({ value: model.id, label: model.model.type })),
    platforms: [...new Set(models.map((model) => model.platform))].sort(),
    packages: packagesByName(packages).map(({ name, displayName, versions }) => ({
      value: name,
      label: displayName,
      versions: name === search.package ? versions.map(({ version }) => version) : [],
    })),
  }
}
