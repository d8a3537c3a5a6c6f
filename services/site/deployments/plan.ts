/**
 * The plan of a deployment request for one controller: rejected with a reason, or its operations in order (domain
 * §7.1).
 */
import type { ErrorCode } from '../../contracts/error-codes'
import type { Package } from '../../contracts/package'
import type { ControllerModel } from '../../contracts/product'
import type { DeploymentOperation, InstalledPackage, PackageAction } from '../../contracts/site'
import { hasFileFor, installedVersions, latestSupported } from '../packages/status'
import { compareVersions, isVersion } from '../packages/versions'

/** A package version of the catalogue, with the licence feature it requires, if any. */
export type CatalogueEntry = Package & { requiresFeature?: string }

/** The state of the controller when the request arrives. */
export interface DeploymentTarget {
  onboarded: boolean
  connected: boolean
  deploying: boolean
  product: Pick<ControllerModel, 'architecture' | 'notSupportedDcars' | 'license'>
  installed: readonly InstalledPackage[]
}

export interface PlannedOperation {
  type: PackageAction
  packageName: string
  displayName: string
  fromVersion: string | null
  toVersion: string | null
  skipped: boolean
  message: string | null
}

/** `type` groups the error in a 4100 reply. */
export interface DeploymentRefusal {
  type: string
  code: ErrorCode
  key: string
}

export interface PackageRequest {
  operations: readonly DeploymentOperation[]
  scheduled: boolean
  allowDowngrade: boolean
}

export type PlannedDeployment = { operations: PlannedOperation[] } | { refusal: DeploymentRefusal }

const refusals = {
  notOnboarded: { code: 4304, key: 'errors.device.notOnboarded' },
  offline: { code: 4303, key: 'errors.device.offline' },
  inProgress: { code: 4401, key: 'errors.deployments.inProgress' },
  duplicate: { code: 4408, key: 'errors.deployments.duplicate' },
  versionFormat: { code: 4409, key: 'errors.version.format' },
  unknownPackage: { code: 4005, key: 'errors.deployments.unknownPackage' },
  architecture: { code: 4402, key: 'errors.deployments.architecture' },
  notSupported: { code: 4403, key: 'errors.deployments.notSupported' },
  mandatory: { code: 4404, key: 'errors.deployments.mandatory' },
  dependency: { code: 4405, key: 'errors.deployments.dependency' },
  notInstalled: { code: 4406, key: 'errors.deployments.notInstalled' },
  downgrade: { code: 4407, key: 'errors.deployments.downgrade' },
  licence: { code: 4305, key: 'errors.licence.feature' },
} as const satisfies Record<string, { code: ErrorCode; key: string }>

type RefusalType = keyof typeof refusals

class Refused extends Error {
  constructor(readonly type: RefusalType) {
    super(type)
  }
}

/** Returns the plan: either every operation of the request can be tried on this controller, or none. */
export function planOperations(
  target: DeploymentTarget,
  request: PackageRequest,
  catalogue: readonly CatalogueEntry[],
): PlannedDeployment {
  try {
    return { operations: plan(target, request, catalogue) }
  } catch (cause) {
    if (cause instanceof Refused) return { refusal: { type: cause.type, ...refusals[cause.type] } }
    throw cause
  }
}

function plan(target: DeploymentTarget, request: PackageRequest, catalogue: readonly CatalogueEntry[]) {
  if (!target.onboarded) throw new Refused('notOnboarded')
  if (!target.connected && !request.scheduled) throw new Refused('offline')
  if (target.deploying) throw new Refused('inProgress')
  const names = request.operations.map((operation) => operation.packageName)
  if (new Set(names).size < names.length) throw new Refused('duplicate')

  const installed = installedVersions(target.installed)
  const latest = latestSupported(catalogue, target.product)
  const installs = request.operations
    .filter((operation) => operation.type === 'Install')
    .map((operation) => chosenPackage(operation, target, catalogue, latest))
  const uninstalls = request.operations.filter((operation) => operation.type === 'Uninstall')

  for (const entry of installs) {
    if (entry.requiresFeature && !target.product.license?.features.includes(entry.requiresFeature)) {
      throw new Refused('licence')
    }
    const from = installed.get(entry.name)
    if (from !== undefined && compareVersions(entry.version, from) < 0 && !request.allowDowngrade) {
      throw new Refused('downgrade')
    }
  }
  for (const { packageName } of uninstalls) {
    if (!installed.has(packageName)) throw new Refused('notInstalled')
    if (catalogue.some((entry) => entry.name === packageName && entry.mandatory)) throw new Refused('mandatory')
  }

  const missing = installs.length === 0 ? [] : missingMandatory(latest, installed, names)
  const after = new Map(installed)
  for (const { packageName } of uninstalls) after.delete(packageName)
  for (const entry of [...missing, ...installs]) after.set(entry.name, entry.version)
  const changed = new Set([...names, ...missing.map((entry) => entry.name)])
  checkDependencies(after, changed, catalogue)

  const requestedNames = new Set(names)
  const ordered = installOrder([...missing, ...installs])
  return [
    ...uninstallOrder(
      uninstalls.map((operation) => operation.packageName),
      installed,
      catalogue,
    ).map((name) => uninstallOf(name, installed.get(name) ?? null, catalogue)),
    ...ordered.map((entry) => installOf(entry, installed.get(entry.name) ?? null, requestedNames.has(entry.name))),
  ]
}

function chosenPackage(
  operation: DeploymentOperation,
  target: DeploymentTarget,
  catalogue: readonly CatalogueEntry[],
  latest: ReadonlyMap<string, CatalogueEntry>,
): CatalogueEntry {
  if (operation.version !== undefined && !isVersion(operation.version)) throw new Refused('versionFormat')
  const versions = catalogue.filter((entry) => entry.name === operation.packageName)
  if (versions.length === 0) throw new Refused('unknownPackage')
  if (target.product.notSupportedDcars.includes(operation.packageName)) throw new Refused('notSupported')
  const isNamed = operation.packageKey !== undefined || operation.version !== undefined
  const entry = isNamed
    ? versions.find(
        ({ key, version }) =>
          (operation.packageKey === undefined || key === operation.packageKey) &&
          (operation.version === undefined || compareVersions(version, operation.version) === 0),
      )
    : (latest.get(operation.packageName) ?? versions[0])
  if (!entry) throw new Refused('unknownPackage')
  if (!hasFileFor(entry, target.product)) throw new Refused('architecture')
  return entry
}

/** Returns the mandatory packages that a first install adds because the controller lacks them. */
function missingMandatory(
  latest: ReadonlyMap<string, CatalogueEntry>,
  installed: ReadonlyMap<string, string>,
  requested: readonly string[],
): CatalogueEntry[] {
  return [...latest.values()].filter(
    (entry) => entry.mandatory && !installed.has(entry.name) && !requested.includes(entry.name),
  )
}

/** Dependencies must be met after the whole set; only those of changed packages are checked. */
function checkDependencies(
  after: ReadonlyMap<string, string>,
  changed: ReadonlySet<string>,
  catalogue: readonly CatalogueEntry[],
) {
  for (const [name, version] of after) {
    for (const needed of dependenciesOf(name, version, catalogue)) {
      if (!changed.has(name) && !changed.has(needed.name)) continue
      const present = after.get(needed.name)
      if (present === undefined || compareVersions(present, needed.minVersion) < 0) throw new Refused('dependency')
    }
  }
}

function dependenciesOf(name: string, version: string, catalogue: readonly CatalogueEntry[]) {
  return catalogue.find((entry) => entry.name === name && entry.version === version)?.dependencies ?? []
}

/** Platform first, then the other mandatory ones, then each after its dependencies. */
function installOrder(entries: readonly CatalogueEntry[]): CatalogueEntry[] {
  const rank = (entry: CatalogueEntry) => (entry.name === 'platform' ? 0 : entry.mandatory ? 1 : 2)
  const byRank = [...entries].sort((a, b) => rank(a) - rank(b) || (a.name < b.name ? -1 : 1))
  return afterDependencies(byRank, (entry) => (entry.dependencies ?? []).map((needed) => needed.name))
}

/** Packages that others depend on are last. */
function uninstallOrder(
  names: readonly string[],
  installed: ReadonlyMap<string, string>,
  catalogue: readonly CatalogueEntry[],
): string[] {
  const entries = [...names].sort().map((name) => ({ name }))
  const ordered = afterDependencies(entries, ({ name }) =>
    dependenciesOf(name, installed.get(name) ?? '', catalogue).map((needed) => needed.name),
  )
  return ordered.map((entry) => entry.name).reverse()
}

function afterDependencies<T extends { name: string }>(entries: readonly T[], needs: (entry: T) => string[]): T[] {
  const byName = new Map(entries.map((entry) => [entry.name, entry]))
  const visited = new Set<T>()
  const visit = (entry: T) => {
    if (visited.has(entry)) return
    visited.add(entry)
    for (const name of needs(entry)) {
      const needed = byName.get(name)
      if (needed) visit(needed)
    }
    visited.delete(entry)
    visited.add(entry)
  }
  for (const entry of entries) visit(entry)
  return [...visited]
}

function installOf(entry: CatalogueEntry, from: string | null, isRequested: boolean): PlannedOperation {
  const skipped = from !== null && compareVersions(from, entry.version) === 0
  return {
    type: 'Install',
    packageName: entry.name,
    displayName: entry.displayName,
    fromVersion: from,
    toVersion: entry.version,
    skipped,
    message: skipped
      ? 'This version is already installed.'
      : isRequested
        ? null
        : 'Added because every controller needs it.',
  }
}

function uninstallOf(name: string, from: string | null, catalogue: readonly CatalogueEntry[]): PlannedOperation {
  return {
    type: 'Uninstall',
    packageName: name,
    displayName: catalogue.find((entry) => entry.name === name)?.displayName ?? name,
    fromVersion: from,
    toVersion: null,
    skipped: false,
    message: null,
  }
}
