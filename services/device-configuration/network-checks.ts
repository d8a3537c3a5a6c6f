/** The network rules (domain §5.5): what a payload may say, and what a controller may end up with. */

import type { InterfaceName, Ipv4, NetworkValue } from '../contracts/device-configuration'
import { interfaceNames } from '../contracts/device-configuration'
import { broadcastOf, isHostAddress, isUsableIpv4, networkOf, overlaps, parseIpv4 } from './ipv4'
import type { InterfaceSettings, NetworkSettings } from './network-value'
import { supportedInterfaces } from './network-value'

/** Field → message key, e.g. `value.primary.ipv4.gateway` → `errors.network.gateway`. */
export type NetworkErrors = Record<string, string>

const key = (rule: string) => `errors.network.${rule}`

/** What is wrong with the payload whatever controller it goes to. */
export function shapeErrors(value: NetworkValue, deviceCount: number): NetworkErrors {
  const errors: NetworkErrors = {}
  for (const name of interfaceNames) {
    const ipv4 = value[name]?.ipv4
    if (ipv4 && ipv4.dhcpEnabled !== true) {
      Object.assign(errors, ipv4Errors(ipv4, `value.${name}.ipv4`))
      if (deviceCount > 1 && ipv4.ipAddress) errors[`value.${name}.ipv4.ipAddress`] = key('bulkStatic')
    }
  }
  const members = value.bridge?.interfaces
  if (value.bridge?.enabled === true && members && !isBridgeMembership(members)) {
    errors['value.bridge.interfaces'] = key('bridgeMembers')
  }
  return errors
}

/** What is wrong with what a controller would have after the save. */
export function settingsErrors(merged: NetworkSettings, value: NetworkValue): NetworkErrors {
  const errors: NetworkErrors = {}
  for (const name of interfaceNames) {
    if (value[name] && !merged[name]) errors[name] = key('unsupported')
  }
  const enabled = supportedInterfaces(merged).filter((name) => merged[name]?.enabled)
  if (enabled.length === 0) errors[supportedInterfaces(merged)[0] ?? 'primary'] ??= key('lockout')

  const route = enabled.includes('bridge') ? 'bridge' : enabled.includes('primary') ? 'primary' : enabled[0]
  const members = merged.bridge?.enabled ? (merged.bridge.interfaces ?? []) : []
  for (const name of enabled) {
    if (members.includes(name)) continue
    const settings = merged[name] as InterfaceSettings
    if (settings.ipv4.dhcpEnabled) continue
    Object.assign(errors, staticErrors(settings.ipv4, `${name}.ipv4`, name === route))
  }
  if (merged.bridge?.enabled && !isBridgeOf(merged, members)) errors['bridge.interfaces'] = key('bridgeMembers')
  Object.assign(errors, { ...betweenInterfaces(merged, enabled), ...errors })
  return errors
}

function isBridgeMembership(members: readonly string[]): boolean {
  return new Set(members).size >= 2 && members.every((name) => name === 'primary' || name === 'secondary')
}

/** Members give their address up to the bridge. */
function isBridgeOf(merged: NetworkSettings, members: readonly string[]): boolean {
  if (!isBridgeMembership(members)) return false
  return members.every((name) => {
    const member = merged[name as InterfaceName]
    return member !== undefined && !(member.enabled && member.ipv4.ipAddress)
  })
}

function staticErrors(ipv4: InterfaceSettings['ipv4'], at: string, isDefaultRoute: boolean): NetworkErrors {
  const errors = ipv4Errors(ipv4, at)
  if (!ipv4.ipAddress) errors[`${at}.ipAddress`] = key('required')
  if (ipv4.subnetPrefixLength === null) errors[`${at}.subnetPrefixLength`] = key('required')
  if (isDefaultRoute && !ipv4.gateway) errors[`${at}.gateway`] = key('gateway')
  if (ipv4.secondaryDns && !ipv4.primaryDns) errors[`${at}.secondaryDns`] = key('dns')
  return errors
}

/** Each field by itself, and against the others that are given beside it. */
function ipv4Errors(ipv4: Ipv4, at: string): NetworkErrors {
  const errors: NetworkErrors = {}
  const { ipAddress, subnetPrefixLength: prefix, gateway, primaryDns, secondaryDns } = ipv4
  if (ipAddress && !isUsableIpv4(ipAddress)) errors[`${at}.ipAddress`] = key('ipv4')
  if (prefix != null && (prefix < 1 || prefix > 30)) errors[`${at}.subnetPrefixLength`] = key('prefix')
  if (gateway && !isUsableIpv4(gateway)) errors[`${at}.gateway`] = key('ipv4')
  if (primaryDns && !isUsableIpv4(primaryDns)) errors[`${at}.primaryDns`] = key('dns')
  if (secondaryDns && !isUsableIpv4(secondaryDns)) errors[`${at}.secondaryDns`] = key('dns')
  if (secondaryDns && (primaryDns === null || primaryDns === secondaryDns)) errors[`${at}.secondaryDns`] = key('dns')
  if (Object.keys(errors).length > 0 || !ipAddress || prefix == null) return errors

  const address = parseIpv4(ipAddress) as number
  if (!isHostAddress(address, prefix)) errors[`${at}.ipAddress`] = key('hostAddress')
  if (gateway && !isGatewayFor(address, prefix, parseIpv4(gateway) as number)) errors[`${at}.gateway`] = key('gateway')
  return errors
}

function isGatewayFor(address: number, prefix: number, gateway: number): boolean {
  const inside = gateway > networkOf(address, prefix) && gateway < broadcastOf(address, prefix)
  return inside && gateway !== address
}

function betweenInterfaces(merged: NetworkSettings, enabled: readonly InterfaceName[]): NetworkErrors {
  const errors: NetworkErrors = {}
  const withGateway = enabled.filter((name) => merged[name]?.ipv4.gateway)
  for (const name of withGateway.slice(1)) errors[`${name}.ipv4.gateway`] = key('singleGateway')
  const subnets = enabled.flatMap((name) => {
    const { ipAddress, subnetPrefixLength: prefix } = (merged[name] as InterfaceSettings).ipv4
    const address = ipAddress ? parseIpv4(ipAddress) : null
    return address === null || prefix === null ? [] : [{ name, address, prefix }]
  })
  for (const [at, subnet] of subnets.entries()) {
    if (subnets.slice(0, at).some((other) => overlaps(other, subnet))) {
      errors[`${subnet.name}.ipv4.ipAddress`] = key('overlap')
    }
  }
  return errors
}
