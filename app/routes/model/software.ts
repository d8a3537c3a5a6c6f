/** The software of a controller model: what it can have in which newest version, and what it cannot have (spec §5). */
import type { Package } from '#contracts/package'
import type { ControllerModel } from '#contracts/product'
import { fitsArchitecture, latestByName, supportedPackages } from '~/domain/package-status'

export interface ModelPackage {
  name: string
  displayName: string
  isMandatory: boolean
  /** The newest version that the model supports; null where it supports none. */
  version: string | null
  /** Why there is none: no file for its architecture, or named among what the model does not support. */
  because: 'architecture' | 'model' | null
}

/** Every package of the catalogue by display name, those that the model supports first. */
export function modelPackages(
  model: Pick<ControllerModel, 'architecture' | 'notSupportedDcars'>,
  packages: readonly Package[],
): ModelPackage[] {
  const supported = latestByName(supportedPackages(model, packages))
  const fitting = new Set(packages.filter((one) => fitsArchitecture(model, one)).map(({ name }) => name))
  return [...latestByName(packages).values()]
    .map((newest): ModelPackage => {
      const { name, displayName, mandatory, version } = supported.get(newest.name) ?? { ...newest, version: null }
      const because = version !== null ? null : fitting.has(name) ? ('model' as const) : ('architecture' as const)
      return { name, displayName: displayName || name, isMandatory: mandatory, version, because }
    })
    .sort(
      (a, b) =>
        Number(a.version === null) - Number(b.version === null) || a.displayName.localeCompare(b.displayName, 'en'),
    )
}
