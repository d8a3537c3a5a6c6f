/** Plans a deployment: the effect of package requests on each controller, before anything is sent (domain §7.1). */
import type { Package } from '#contracts/package'
import type { DeploymentOperation, PackageAction } from '#contracts/site'
import type { EnrichedDevice } from '~/domain/device'
import { fitsArchitecture, installedByName, latestByName } from '~/domain/package-status'
import { compareVersions } from '~/domain/version'

export type RequestedPackage = { type: 'Install'; packageKey: string } | { type: 'Uninstall'; packageName: string }

export type PlanAction = 'install' | 'upgrade' | 'downgrade' | 'uninstall' | 'skip'

/** Why a package is skipped on a controller. */
export type SkipReason =
  | 'notOnboarded'
  | 'offline'
  | 'inProgress'
  | 'architecture'
  | 'notSupported'
  | 'mandatory'
  | 'sameVersion'
  | 'downgrade'
  | 'notInstalled'
  | 'dependency'
  | 'duplicate'

export interface PackagePlanRow {
  type: PackageAction
  packageName: string
  displayName: string
  /** The installed version; null when there is none. */
  from: string | null
  /** The version afterwards: null when the package is removed, `from` when it is skipped. */
  to: string | null
  action: PlanAction
  because?: SkipReason
  /** Not requested: a mandatory package that is installed along with the first request. */
  isAdded: boolean
}

export interface DevicePlan {
  deviceId: string
  deviceName: string
  rows: PackagePlanRow[]
  /** The operations to send for this controller; empty when everything is skipped. */
  operations: DeploymentOperation[]
}

export interface DeploymentPlan {
  devices: DevicePlan[]
  /** The body of `POST /devices/deployments` without its time; at most 1,000 operations per call. */
  body: { operations: DeploymentOperation[]; allowDowngrade: boolean }
}

export interface DeploymentRequest {
  devices: readonly EnrichedDevice[]
  /** The whole catalogue. */
  packages: readonly Package[]
  requests: readonly RequestedPackage[]
  allowDowngrade: boolean
  /** It starts later: a controller that is offline now may be back by then, and is waited for. */
  isScheduled?: boolean
}

/**
 * Returns the plan of a deployment: what is installed, upgraded, downgraded or uninstalled on each controller, from
 * which version to which, what is skipped and why, and which missing mandatory packages are added (domain §7.1).
 * Skipped packages are not sent. Licences are known only to the service.
 */
export function planDeployment({ devices, ...options }: DeploymentRequest): DeploymentPlan {
  const plans = devices.map((device) => planDevice(device, options))
  return {
    devices: plans,
    body: { operations: plans.flatMap(({ operations }) => operations), allowDowngrade: options.allowDowngrade },
  }
}

type PlanOptions = Omit<DeploymentRequest, 'devices'>

/** A row being planned, with the package it would install. */
interface Draft extends PackagePlanRow {
  installs: Package | null
}

function planDevice(device: EnrichedDevice, options: PlanOptions): DevicePlan {
  const installed = installedByName(device.installedPackages)
  const blocker = blockerOf(device, options)
  const drafts = options.requests.map((request) => draftOf(request, { device, installed, ...options }))
  for (const [index, draft] of drafts.entries()) {
    const isRepeated = drafts.slice(0, index).some(({ packageName }) => packageName === draft.packageName)
    if (blocker) skip(draft, blocker)
    else if (isRepeated) skip(draft, 'duplicate')
  }
  const all = blocker ? drafts : withMandatory(drafts, device, installed)
  skipBrokenDependencies(all, installed, options.packages)
  if (!all.some((draft) => draft.installs && !draft.isAdded && draft.action !== 'skip')) dropAdded(all)
  const ordered = inOrder(all, installed, options.packages)
  return {
    deviceId: device.id,
    deviceName: device.name,
    rows: ordered.map(({ installs, ...row }) => row),
    operations: ordered.flatMap((draft) => operationOf(device.id, draft)),
  }
}

/**
 * Sorts as the service does: first uninstalls, dependents before their dependencies; then the platform, the other
 * mandatory packages and the rest, each after its dependencies (domain §7.1).
 */
function inOrder(
  drafts: readonly Draft[],
  installed: ReadonlyMap<string, string>,
  packages: readonly Package[],
): Draft[] {
  const rank = ({ packageName, installs }: Draft) => (packageName === 'platform' ? 0 : installs?.mandatory ? 1 : 2)
  const byRank = (list: readonly Draft[]) =>
    [...list].sort((a, b) => rank(a) - rank(b) || (a.packageName < b.packageName ? -1 : 1))
  const toUninstall = byRank(drafts.filter(({ type }) => type === 'Uninstall'))
  const toInstall = byRank(drafts.filter(({ type }) => type === 'Install'))
  const needs = ({ packageName, installs }: Draft) =>
    installs?.dependencies ?? needsOf(packageName, installed.get(packageName) ?? '', packages)
  return [...afterNeeds(toUninstall, needs).reverse(), ...afterNeeds(toInstall, needs)]
}

function afterNeeds(drafts: readonly Draft[], needs: (draft: Draft) => readonly { name: string }[]): Draft[] {
  const ordered = new Set<Draft>()
  const visited = new Set<Draft>()
  const visit = (draft: Draft) => {
    if (visited.has(draft)) return
    visited.add(draft)
    const names = needs(draft).map(({ name }) => name)
    for (const other of drafts) if (names.includes(other.packageName)) visit(other)
    ordered.add(draft)
  }
  for (const draft of drafts) visit(draft)
  return [...ordered]
}

/** Returns why nothing can be deployed to a controller; null when something can. */
function blockerOf(device: EnrichedDevice, { isScheduled = false }: PlanOptions): SkipReason | null {
  if (!device.isOnboarded) return 'notOnboarded'
  if (!device.isConnected && !isScheduled) return 'offline'
  return device.isDeployingPackages ? 'inProgress' : null
}

interface DraftContext extends PlanOptions {
  device: EnrichedDevice
  installed: ReadonlyMap<string, string>
}

function draftOf(request: RequestedPackage, context: DraftContext): Draft {
  return request.type === 'Install'
    ? draftInstall(request.packageKey, context)
    : draftUninstall(request.packageName, context)
}

function draftInstall(packageKey: string, { device, installed, packages, allowDowngrade }: DraftContext): Draft {
  const selected = packages.find(({ key }) => key === packageKey) ?? null
  const from = (selected && installed.get(selected.name)) ?? null
  const draft: Draft = {
    type: 'Install',
    packageName: selected?.name ?? packageKey,
    displayName: selected?.displayName ?? packageKey,
    from,
    to: selected?.version ?? null,
    action: 'install',
    isAdded: false,
    installs: selected,
  }
  if (!selected || !device.product || device.product.notSupportedDcars.includes(selected.name))
    return skip(draft, 'notSupported')
  if (!fitsArchitecture(device.product, selected)) return skip(draft, 'architecture')
  if (from === null) return draft
  const order = compareVersions(selected.version, from)
  if (order === 0) return skip(draft, 'sameVersion')
  if (order > 0) return { ...draft, action: 'upgrade' }
  return allowDowngrade ? { ...draft, action: 'downgrade' } : skip(draft, 'downgrade')
}

function draftUninstall(name: string, { installed, packages }: DraftContext): Draft {
  const versions = packages.filter((candidate) => candidate.name === name)
  const from = installed.get(name) ?? null
  const draft: Draft = {
    type: 'Uninstall',
    packageName: name,
    displayName: versions[0]?.displayName ?? name,
    from,
    to: null,
    action: 'uninstall',
    isAdded: false,
    installs: null,
  }
  if (from === null) return skip(draft, 'notInstalled')
  return versions.some(({ mandatory }) => mandatory) ? skip(draft, 'mandatory') : draft
}

/** Marks a draft as skipped: the controller keeps its version. */
function skip(draft: Draft, because: SkipReason): Draft {
  return Object.assign(draft, { action: 'skip', because, to: draft.from })
}

/** Adds, before the first install, the mandatory packages the controller lacks, in their latest version. */
function withMandatory(drafts: Draft[], device: EnrichedDevice, installed: ReadonlyMap<string, string>): Draft[] {
  if (!drafts.some(({ installs, action }) => installs && action !== 'skip')) return drafts
  const requested = new Set(drafts.map(({ packageName }) => packageName))
  const missing = [...latestByName(device.supportedPackages).values()].filter(
    ({ name, mandatory }) => mandatory && !installed.has(name) && !requested.has(name),
  )
  const added = missing.map((installs): Draft => {
    const { name, displayName, version } = installs
    const row = { packageName: name, displayName, from: null, to: version }
    return { type: 'Install', ...row, action: 'install', isAdded: true, installs }
  })
  return [...added, ...drafts]
}

function dropAdded(drafts: Draft[]) {
  const requested = drafts.filter(({ isAdded }) => !isAdded)
  drafts.splice(0, drafts.length, ...requested)
}

/**
 * Skips what would leave a dependency unmet after the whole set: an install with unmet dependencies, and removing or
 * lowering what a remaining package needs. Each skip changes the set, so the check repeats.
 */
function skipBrokenDependencies(drafts: Draft[], installed: ReadonlyMap<string, string>, packages: readonly Package[]) {
  for (let culprit = findCulprit(); culprit; culprit = findCulprit()) skip(culprit, 'dependency')

  function findCulprit(): Draft | undefined {
    const active = drafts.filter(({ action }) => action !== 'skip')
    const after = new Map(installed)
    for (const { packageName, to } of active) {
      if (to === null) after.delete(packageName)
      else after.set(packageName, to)
    }
    for (const [name, version] of after) {
      const unmet = needsOf(name, version, packages).find((need) => !isMet(need, after))
      const culprit = unmet && active.find(({ packageName }) => packageName === name || packageName === unmet.name)
      if (culprit) return culprit
    }
    return undefined
  }
}

function needsOf(name: string, version: string, packages: readonly Package[]) {
  return packages.find((candidate) => candidate.name === name && candidate.version === version)?.dependencies ?? []
}

function isMet(need: { name: string; minVersion: string }, present: ReadonlyMap<string, string>): boolean {
  const version = present.get(need.name)
  return version !== undefined && compareVersions(version, need.minVersion) >= 0
}

function operationOf(deviceId: string, draft: Draft): DeploymentOperation[] {
  const { type, packageName, installs, action } = draft
  if (action === 'skip') return []
  if (!installs) return [{ deviceId, type, packageName }]
  return [{ deviceId, type, packageName, packageKey: installs.key, version: installs.version }]
}
