/** How a controller is, as far as its onboarding, its alarms and its faults tell; each part is missing by itself. */
import { operations } from '#contracts/operations'
import { site } from '#contracts/site'
import type { Panel, Reader } from '~/backend/reader.server'
import { type Counted, countedIn } from '~/domain/counted'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { DeviceHealth } from './health'

export async function deviceHealth({ panel, may, features }: Reader, at: ParamsFor<'device'>): Promise<DeviceHealth> {
  const id = at.deviceId
  const deviceIds = [id]
  const [record, alarms, faults] = await Promise.all([
    panel(site.getOnboarding, { path: { id } }),
    may('alarm.read') ? panel(operations.findAlarms, { body: { deviceIds, isActive: true, pageSize: 50 } }) : null,
    may('fault.read') && features.faults ? panel(operations.findFaults, { body: { deviceIds, pageSize: 1 } }) : null,
  ])
  const { device, publicIP, licenses = [] } = record.ok ? record.value : {}
  const [licence] = licenses
  return {
    firmware: device?.firmwareVersion ?? null,
    serialNumber: device?.serialNumber ?? null,
    address: publicIP?.address ?? null,
    points: licence ? { used: licence.usedPoints, most: licence.maxPoints } : null,
    silentSince:
      (alarms?.ok && alarms.value.data.find(({ eventType }) => eventType === 'deviceOffline')?.raisedAt) || null,
    alarms: counted(alarms),
    alarmsHref: href('deviceAlarms', at, { state: 'active' }),
    faults: counted(faults),
    faultsHref: href('deviceFaults', at),
  }
}

/** Null for who may not see them, false where nobody can say now. */
function counted(found: Panel<Parameters<typeof countedIn>[0]> | null): Counted | false | null {
  if (!found) return null
  return found.ok ? countedIn(found.value) : false
}
