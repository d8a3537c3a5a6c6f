/**
 * Checks of the resulting BACnet settings against the controller's own ports and the other controllers of its site,
 * network and customer (domain §5.6).
 */
import type { BacnetValue } from '../contracts/bacnet-value'
import { bacnetConflicts, bacnetErrors } from '../contracts/bacnet-value'
import type { FieldErrors } from '../contracts/errors'
import type { World } from '../kit/world'
import {
  type BacnetRecord,
  hasBroadcastManager,
  isInstanceTaken,
  isModbusPort,
  isNameTaken,
  type StoredBacnetSettings,
} from './bacnet-records'
import { rs485PortsOf } from './model-ports'

/** Returns the settings with `value` saved over them; read-only and unknown fields are ignored. */
export function mergeBacnet(before: StoredBacnetSettings, value: BacnetValue): StoredBacnetSettings {
  return {
    general: applyChanges(before.general, value.general),
    routing: applyChanges(before.routing, value.routing),
    ip: {
      ...applyChanges(before.ip, value.ip),
      bbmd: applyChanges(before.ip.bbmd, value.ip?.bbmd),
      foreignDevice: applyChanges(before.ip.foreignDevice, value.ip?.foreignDevice),
    },
    mstp: before.mstp.map((port) =>
      applyChanges(
        port,
        value.mstp?.find((change) => change.port === port.port),
      ),
    ),
  }
}

function applyChanges<Part extends object>(before: Part, change: object | undefined): Part {
  const knownFields = Object.entries(change ?? {}).filter(([field, value]) => field in before && value !== undefined)
  return { ...before, ...Object.fromEntries(knownFields) }
}

/** Returns the message key per invalid field of the settings. */
export function bacnetSettingsErrors(
  world: World,
  row: BacnetRecord,
  { before, after, value }: { before: StoredBacnetSettings; after: StoredBacnetSettings; value: BacnetValue },
): FieldErrors {
  const errors: FieldErrors = { ...portErrors(row, value), ...bacnetErrors(after), ...bacnetConflicts(after) }
  const { controllerName, deviceInstance } = after.general
  if (deviceInstance !== before.general.deviceInstance && isInstanceTaken(world, row, deviceInstance)) {
    errors['general.deviceInstance'] = 'errors.bacnet.deviceInstanceDuplicate'
  }
  if (controllerName !== before.general.controllerName && isNameTaken(world, row, controllerName)) {
    errors['general.controllerName'] = 'errors.name.duplicate'
  }
  const { enabled, bbmd } = after.ip
  if (enabled && bbmd.enabled && !before.ip.bbmd.enabled && hasBroadcastManager(world, row)) {
    errors['ip.bbmd.enabled'] = 'errors.bacnet.bbmdDuplicate'
  }
  return errors
}

function portErrors(row: BacnetRecord, value: BacnetValue): FieldErrors {
  const errors: FieldErrors = {}
  for (const [at, { port, enabled }] of (value.mstp ?? []).entries()) {
    if (!rs485PortsOf(row.model_type).includes(port)) errors[`mstp.${at}.port`] = 'errors.bacnet.unsupportedPort'
    else if (enabled && isModbusPort(row, port)) errors[`mstp.${at}.enabled`] = 'errors.bacnet.portInUse'
  }
  return errors
}
