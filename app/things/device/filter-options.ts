/** Options for the filters of a device list. */
import type { Catalogues } from '~/backend/catalogues.server'
import { packagesByName } from '~/domain/package-catalogue'
import type { Option } from '~/ui/field'
import type { DeviceFilter } from './filter'

/** Returns models, platforms and packages, and the versions of the selected packages. */
export function filterOptions({ controllers, packages }: Catalogues, filter: DeviceFilter) {
  const known = packagesByName(packages)
  const chosen = known.filter(({ name }) => filter.package?.includes(name))
  return {
    productId: controllers.map((model) => ({ value: model.id, label: model.model.type })),
    platform: itself([...new Set(controllers.map((model) => model.platform))].sort()),
    package: known.map(({ name, displayName }) => ({ value: name, label: displayName })),
    version: itself([...new Set(chosen.flatMap(({ versions }) => versions.map(({ version }) => version)))]),
  } satisfies Record<string, readonly Option[]>
}

const itself = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }))
