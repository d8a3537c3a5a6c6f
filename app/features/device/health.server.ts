/** The health of a controller, from its onboarding record, alarms and faults; each part can be missing. */
import { operations } from '#contracts/operations'
import { site } from '#contracts/site'
import { asPanel, type Reader } from '~/backend/reader.server'
import { countInReply } from '~/domain/count'
import { findFaults } from '~/features/fault/shared/find-faults.server'
import { licenceRow } from '~/features/licence/shared/row'
import { href } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import type { DeviceHealth } from './health'

export async function deviceHealth(reader: Reader, at: ParamsFor<'device'>): Promise<DeviceHealth> {
  const { panel, may, features } = reader
  const id = at.deviceId
  const deviceIds = [id]
  const [record, alarms, faults] = await Promise.all([
    panel(site.getOnboarding, { path: { id } }),
    may('alarm.read') ? panel(operations.findAlarms, { body: { deviceIds, isActive: true, pageSize: 50 } }) : null,
    may('fault.read') && features.faults
      ? asPanel(findFaults(reader, { at: { ...at, zone: 'UTC' }, filter: {}, pageSize: 1 }))
      : null,
  ])
  const { device, publicIP } = record.ok ? record.value : {}
  const now = Date.now()
  return {
    firmware: device?.firmwareVersion ?? null,
    serialNumber: device?.serialNumber ?? null,
    address: publicIP?.address ?? null,
    licences: record.ok ? { ok: true, value: record.value.licenses.map((one) => licenceRow(at, one, now)) } : record,
    silentSince:
      (alarms?.ok && alarms.value.data.find(({ eventType }) => eventType === 'deviceOffline')?.raisedAt) || null,
    alarms: alarms?.ok ? countInReply(alarms.value) : alarms && false,
    alarmsHref: href('deviceAlarms', at, { state: 'active' }),
    faults: faults?.ok ? faults.value.total : faults && false,
    faultsHref: href('deviceFaults', at),
  }
}
