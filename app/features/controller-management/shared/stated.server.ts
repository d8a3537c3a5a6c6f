/** Reads what a controller of another maker states about itself, and the logs it keeps. */
import { site } from '#contracts/site'
import type { Reader } from '~/backend/reader.server'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { StatedByController } from './stated'

/** A controller that has not said what it is by then is shown without it. */
export async function statedByController(
  reader: Reader,
  at: ParamsFor<'device'>,
  { isWritable }: { isWritable: boolean },
): Promise<StatedByController> {
  const path = { id: at.deviceId }
  const [identity, logs] = await Promise.all([
    reader.panel(site.getControllerIdentity, { path }),
    reader.may('point.read') ? reader.panel(site.listTrendLogs, { path }) : null,
  ])
  return {
    identity: identity.ok ? identity.value.data : null,
    managementHref: isWritable && reader.may('config.write') ? href('deviceManagement', at) : null,
    logs: logs?.ok
      ? logs.value.data.map(({ name, pointId, pointName, records, missed, clockAheadMs, readAt, refusal }) => ({
          ...{ name, pointName, records, missed, clockAheadMs, refusal },
          readAt: readAt ?? null,
          pointId,
          pointHref: href('point', { ...at, pointId }),
        }))
      : null,
  }
}
