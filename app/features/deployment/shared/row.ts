/** A deployment of one controller as a row. */
import type { Deployment } from '#contracts/site'
import { locationOf } from '~/domain/device'
import { href, nodeHref, type Place } from '~/hrefs'
import type { Translate } from '~/i18n/instance'

export type DeploymentRow = ReturnType<typeof deploymentRow>
export type OperationRow = DeploymentRow['operations'][number]

/** Returns the time that a deployment still waits for; null once it started or that time has passed. */
export function pendingStart({ status, scheduledAt }: Pick<Deployment, 'status' | 'scheduledAt'>): string | null {
  return status === 'NotStarted' && scheduledAt && Date.parse(scheduledAt) > Date.now() ? scheduledAt : null
}

export function deploymentRow(place: Place, deployment: Deployment, stalled?: ReadonlySet<string>) {
  const { id, deviceId, operationId, device, status, message, inProgress } = deployment
  const path = device?.path ?? []
  return {
    id,
    deviceId,
    operationId,
    device: {
      name: device?.name ?? deviceId,
      hostId: device?.hostId ?? '',
      location: locationOf(path),
      href:
        path.length > 0
          ? nodeHref(place, path, { id: deviceId, type: 'device' }, {})
          : href('deviceById', { ...place, deviceId }),
    },
    status,
    message: message ?? '',
    inProgress,
    isStalled: stalled?.has(id) ?? false,
    requestedBy: deployment.requestedBy?.fullName ?? '',
    requestedAt: deployment.requestedAt,
    scheduledAt: deployment.scheduledAt ?? null,
    /** The scheduled start, until the deployment starts. */
    beginsAt: (status === 'NotStarted' && deployment.scheduledAt) || null,
    startedAt: deployment.startedAt ?? null,
    completedAt: deployment.completedAt ?? null,
    operations: deployment.operations.map((operation) => ({
      type: operation.type,
      packageName: operation.packageName,
      displayName: operation.displayName || operation.packageName,
      from: operation.fromVersion ?? null,
      to: operation.toVersion ?? null,
      status: operation.status,
      message: operation.message ?? '',
    })),
  }
}

/** The operations from which a deployment is named. */
type NamedDeployments = readonly {
  operations: readonly Pick<OperationRow, 'type' | 'packageName' | 'displayName' | 'to'>[]
}[]

/** Whether all operations are removals. */
export function isRemoval(rows: NamedDeployments): boolean {
  return rows.every(({ operations }) => operations.every(({ type }) => type === 'Uninstall'))
}

/** Returns the title of a rollout on one line. The requested package is last; mandatory packages precede it. */
export function rolloutName(t: Translate, rows: NamedDeployments): string {
  const main = rows[0]?.operations.at(-1)
  if (!main) return t('entity.deployment')
  const count = new Set(rows.flatMap(({ operations }) => operations.map(({ packageName }) => packageName))).size - 1
  const name = main.type === 'Install' && main.to ? `${main.displayName} ${main.to}` : main.displayName
  if (main.type === 'Install')
    return count > 0
      ? t('main:deployment.name.installMore', { name, count })
      : t('main:deployment.name.install', { name })
  return count > 0
    ? t('main:deployment.name.uninstallMore', { name, count })
    : t('main:deployment.name.uninstall', { name })
}
