/** Options for the filters of a device list. */
import type { Catalogues } from '~/backend/catalogues.server'
import { packagesByName } from '~/domain/package-catalogue'
import type { Option } from '~/ui/field'
import type { DeviceFilter } from './filter'

/** Returns models, platforms and packages, and the versions of the selected packages. */
export function filterOptions({ controllers, packages }: Catalogues, filter: DeviceFilter) {
  const catalogue = packagesByName(packages)
  const selected = catalogue.filter(({ name }) => filter.package?.includes(name))
  return {
    productId: controllers.map((model) => ({ value: model.id, label: model.model.type })),
    platform: optionsOf([...new Set(controllers.map((model) => model.platform))].sort()),
    package: catalogue.map(({ name, displayName }) => ({ value: name, label: displayName })),
    version: optionsOf([...new Set(selected.flatMap(({ versions }) => versions.map(({ version }) => version)))]),
  } satisfies Record<string, readonly Option[]>
}

const optionsOf = (values: readonly string[]): Option[] => values.map((value) => ({ value, label: value }))
