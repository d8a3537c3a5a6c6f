/**
 * Checks of the resulting BACnet settings against the controller's own ports and the other controllers of its site,
 * network and customer (domain §5.6).
 */
import type { BacnetValue } from '../contracts/bacnet-value'
import { bacnetConflicts, bacnetErrors } from '../contracts/bacnet-value'
import type { FieldErrors } from '../contracts/errors'
import type { World } from '../kit/world'
import {
  type BacnetRow,
  type BacnetSettings,
  hasBroadcastManager,
  isInstanceTaken,
  isModbusPort,
  isNameTaken,
} from './bacnet-records'
import { rs485PortsOf } from './model-ports'

/** Returns the settings with `value` saved over them; read-only and unknown fields are ignored. */
export function mergeBacnet(before: BacnetSettings, value: BacnetValue): BacnetSettings {
  return {
    general: over(before.general, value.general),
    routing: over(before.routing, value.routing),
    ip: {
      ...over(before.ip, value.ip),
      bbmd: over(before.ip.bbmd, value.ip?.bbmd),
      foreignDevice: over(before.ip.foreignDevice, value.ip?.foreignDevice),
    },
    mstp: before.mstp.map((port) =>
      over(
        port,
        value.mstp?.find((change) => change.port === port.port),
      ),
    ),
  }
}

function over<Part extends object>(before: Part, change: object | undefined): Part {
  const known = Object.entries(change ?? {}).filter(([field, value]) => field in before && value !== undefined)
  return { ...before, ...Object.fromEntries(known) }
}

/** Returns the message key per invalid field of the settings. */
export function settingsErrors(
  world: World,
  row: BacnetRow,
  { before, after, value }: { before: BacnetSettings; after: BacnetSettings; value: BacnetValue },
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

function portErrors(row: BacnetRow, value: BacnetValue): FieldErrors {
  const errors: FieldErrors = {}
  for (const [at, { port, enabled }] of (value.mstp ?? []).entries()) {
    if (!rs485PortsOf(row.model_type).includes(port)) errors[`mstp.${at}.port`] = 'errors.bacnet.unsupportedPort'
    else if (enabled && isModbusPort(row, port)) errors[`mstp.${at}.enabled`] = 'errors.bacnet.portInUse'
  }
  return errors
}
