/** The controllers that a deployment failed on, and which of them still stand where it left them. */
import { type Deployment, site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { deploymentStatuses, isDeploymentFailure } from '~/domain/deployment-progress'
import { askDeployments } from '~/things/deployment/fleet.server'
import type { Operation } from '~/things/deployment/from-trail.server'

type Asking = Pick<Reader, 'ask'>

/** How many of each failed state are looked at. */
const mostFailed = 200

export interface FailedSince {
  /** Those whose newest deployment is a failure still. */
  failed: Deployment[]
  /** How many have a newer deployment that succeeded or is under way. */
  retried: number
}

/** A controller that failed counts by its newest deployment: it may have been retried. Trouble is a ServiceError. */
export async function failedSince(reader: Asking, query: Operation): Promise<FailedSince> {
  const states = deploymentStatuses.filter(isDeploymentFailure)
  const pages = await Promise.all(
    states.map((status) => askDeployments(reader, { ...query, status, pageSize: mostFailed })),
  )
  const all = pages.flatMap((page) => page?.data ?? [])
  const newest = await inParallel(all, 8, (one) => newestOf(reader, one))
  const failed = all.filter((_, index) => isDeploymentFailure((newest[index] as Deployment).status))
  return { failed, retried: all.length - failed.length }
}

/** Of a controller that is there no more, the one that failed stands. */
export async function newestOf({ ask }: Asking, failed: Deployment): Promise<Deployment> {
  try {
    const [newest] = await ask(site.listDeployments, { path: { id: failed.deviceId } })
    return newest ?? failed
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return failed
    throw error
  }
}
