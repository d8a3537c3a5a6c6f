/** The controllers that a deployment failed on, without those that were deployed to successfully since. */
import { type Deployment, site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import type { Operation } from './from-trail.server'
import { readDeployments } from './shared/fleet.server'

type DeploymentReader = Pick<Reader, 'call'>

/** The maximum number of controllers read per failed state. */
const maxFailed = 200

export interface FailedDeployments {
  /** The failed deployments whose controllers have no newer one that succeeded or is in progress. */
  failed: Deployment[]
  /** How many controllers have a newer deployment that succeeded or is in progress. */
  retried: number
}

/** Checks the newest deployment of each failed controller, since it may have been retried. Throws `ServiceError`. */
export async function failedDeployments(reader: DeploymentReader, query: Operation): Promise<FailedDeployments> {
  const states = deploymentStatuses.filter(isDeploymentFailure)
  const pages = await Promise.all(
    states.map((status) => readDeployments(reader, { ...query, status, pageSize: maxFailed })),
  )
  const all = pages.flatMap((page) => page?.data ?? [])
  const newest = await inParallel(all, 8, (one) => newestDeployment(reader, one))
  const failed = all.filter((_, index) => isDeploymentFailure((newest[index] as Deployment).status))
  return { failed, retried: all.length - failed.length }
}

/** Returns the newest deployment of the controller; the failed one when the controller no longer exists. */
export async function newestDeployment({ call }: DeploymentReader, failed: Deployment): Promise<Deployment> {
  try {
    const [newest] = await call(site.listDeployments, { path: { id: failed.deviceId } })
    return newest ?? failed
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return failed
    throw error
  }
}
