/** Rollouts: deployments that were requested together, one row per operation, with totals (domain §7.2, §17). */
import { z } from 'zod'
import { read } from './endpoint'
import { ExcludedProducts, Id, oneOrMany, Paging, PathNode, page, Timestamp } from './scalars'
import { DeploymentStatus, PackageAction } from './site-shapes'

export const Rollout = z.looseObject({
  operationId: Id,
  requestedBy: z.looseObject({ id: z.string(), fullName: z.string() }).nullish(),
  requestedAt: Timestamp,
  /** How many controllers it includes. */
  total: z.number().int(),
  /** Number of controllers per state; states without any are left out. */
  counts: z.partialRecord(DeploymentStatus, z.number().int()),
  /**
   * Operations of its newest hundred controllers, each package and version once, in the order in which they run, the
   * most frequent last.
   */
  operations: z.array(
    z.looseObject({
      type: PackageAction,
      packageName: z.string(),
      displayName: z.string().optional(),
      toVersion: z.string().nullish(),
    }),
  ),
  /** Its controller, when it is only one. */
  device: z
    .looseObject({ id: Id, name: z.string(), hostId: z.string().nullish(), path: z.array(PathNode).optional() })
    .nullish(),
})
export type Rollout = z.infer<typeof Rollout>

export const rolloutCalls = {
  findRollouts: read('GET /x/deployments/operations', {
    area: 'deployments',
    capability: 'deploy.read',
    extension: true,
    query: z.object({
      ...Paging,
      ...ExcludedProducts,
      customerId: Id.optional(),
      operationId: Id.optional(),
      /** Rollouts with a controller in this state; their totals include all their controllers. */
      status: oneOrMany(DeploymentStatus),
    }),
    reply: page(Rollout),
    meaning: 'List the deployments of a customer, newest first, with one row for those requested together.',
  }),
}
