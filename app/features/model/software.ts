/** The software of a controller model: supported packages with their newest version, and unsupported ones (spec §5). */
import type { Package } from '#contracts/package'
import type { ControllerModel } from '#contracts/product'
import { fitsArchitecture, latestByName, supportedPackages } from '~/domain/package-status'

export interface ModelPackage {
  name: string
  displayName: string
  isMandatory: boolean
  /** The newest version that the model supports; null where it supports none. */
  version: string | null
  /** Why it is not supported: no file for the architecture, or excluded by the model. */
  because: 'architecture' | 'model' | null
}

/** Returns every package of the catalogue by display name, supported ones first. */
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
