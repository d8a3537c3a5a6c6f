/**
 * How a save changes network settings, and what may not be saved (domain §5.5): one copy for the service that rejects
 * and for the console that warns before it sends.
 */
import { addressOf, isHostIpv4, isHostOf, isPrefix, overlap, type Subnet } from './ipv4'
import { addressFields, type InterfaceName, interfaceNames } from './network-names'
import type { Ipv4, NetworkValue } from './network-value'

/** Returns the interfaces that have a value, in the order of the specification. */
export function supportedInterfaces(settings: NetworkValue): InterfaceName[] {
  return interfaceNames.filter((name) => settings[name] != null)
}

/**
 * Returns the settings with `value` saved over them. DHCP clears the address fields; interfaces the controller does not
 * have are ignored.
 */
export function mergeNetwork<Settings extends NetworkValue>(settings: Settings, value: NetworkValue): Settings {
  const merged: NetworkValue = {}
  for (const name of supportedInterfaces(settings)) {
    const [current, change] = [settings[name] ?? {}, value[name]]
    merged[name] = {
      enabled: change?.enabled ?? current.enabled,
      ipv4: mergeIpv4(current.ipv4 ?? {}, change?.ipv4 ?? {}),
    }
  }
  if (merged.bridge) merged.bridge.interfaces = value.bridge?.interfaces ?? settings.bridge?.interfaces ?? []
  return merged as Settings
}

function mergeIpv4(current: Ipv4, change: Ipv4): Ipv4 {
  const dhcpEnabled = change.dhcpEnabled ?? current.dhcpEnabled
  const updates = addressFields.map((field) => [field, dhcpEnabled ? null : change[field]] as const)
  const changed = updates
    .filter(([, next]) => next !== undefined)
    .map(([field, next]) => [field, next === '' ? null : next])
  return { ...current, dhcpEnabled, ...Object.fromEntries(changed) }
}

/** Field of the value, `primary.ipv4.gateway` → message key, `errors.network.gateway`; empty when it may be saved. */
export type NetworkErrors = Record<string, `errors.network.${NetworkRule}`>
export type NetworkRule =
  | 'ipv4'
  | 'prefix'
  | 'hostAddress'
  | 'gateway'
  | 'dns'
  | 'required'
  | 'bridgeMembers'
  | 'overlap'
  | 'singleGateway'
  | 'lockout'
  | 'bulkStatic'
  | 'unsupported'

type Report = (field: string, rule: NetworkRule) => void

/** Collects the first error of each field. */
function collectErrors(check: (report: Report) => void): NetworkErrors {
  const errors: NetworkErrors = {}
  check((field, rule) => {
    errors[field] ??= `errors.network.${rule}`
  })
  return errors
}

/** Returns the errors of a value that apply to any controller, and those of a save to many. */
export function networkValueErrors(value: NetworkValue, { many }: { many: boolean }): NetworkErrors {
  return collectErrors((report) => {
    for (const name of interfaceNames) {
      const ipv4 = value[name]?.ipv4
      if (!ipv4 || ipv4.dhcpEnabled === true) continue
      if (many && ipv4.ipAddress) report(`${name}.ipv4.ipAddress`, 'bulkStatic')
      checkAddresses(ipv4, `${name}.ipv4`, report)
    }
    const { enabled, interfaces } = value.bridge ?? {}
    if (enabled === true && interfaces && !isBridge(interfaces)) report('bridge.interfaces', 'bridgeMembers')
  })
}

interface CheckOptions {
  /** The interfaces that are checked; all by default. */
  checked?: readonly InterfaceName[]
  /** Whether the settings are complete; otherwise missing values are assumed to be valid. */
  isComplete?: boolean
  /** Whether they are for many controllers: the missing values are then each controller's own. */
  many?: boolean
}

/** Returns the errors of the settings a controller would have after `value` is saved. */
export function networkSettingsErrors(
  settings: NetworkValue,
  value: NetworkValue,
  { checked = interfaceNames, isComplete = true, many = false }: CheckOptions = {},
): NetworkErrors {
  const supported = supportedInterfaces(settings)
  const on = supported.filter((name) => settings[name]?.enabled === true)
  return collectErrors((report) => {
    for (const name of supportedInterfaces(value))
      if (isComplete && !supported.includes(name)) report(`${name}.enabled`, 'unsupported')
    if (on.length === 0 && supported.length > 0 && (isComplete || supported.length === interfaceNames.length))
      report(`${supportedInterfaces(value).at(-1) ?? supported[0]}.enabled`, 'lockout')
    for (const name of on.filter((one) => checked.includes(one) && !membersOf(settings).includes(one)))
      checkStatic(settings[name]?.ipv4 ?? {}, `${name}.ipv4`, { isComplete, many, isRoute: name === on[0] }, report)
    checkBridge(settings, { checked, isComplete }, report)
    checkBetween(settings, on, checked, report)
  })
}

/** Checks each field by itself and against the others in the same value. */
function checkAddresses(ipv4: Ipv4, at: string, report: Report): void {
  const { ipAddress, subnetPrefixLength: prefix, gateway, primaryDns, secondaryDns } = ipv4
  if (ipAddress && !isHostIpv4(ipAddress)) report(`${at}.ipAddress`, 'ipv4')
  if (prefix != null && !isPrefix(prefix)) report(`${at}.subnetPrefixLength`, 'prefix')
  if (gateway && !isHostIpv4(gateway)) report(`${at}.gateway`, 'ipv4')
  if (primaryDns && !isHostIpv4(primaryDns)) report(`${at}.primaryDns`, 'dns')
  if (secondaryDns && !isHostIpv4(secondaryDns)) report(`${at}.secondaryDns`, 'dns')
  if (secondaryDns && (primaryDns === null || primaryDns === secondaryDns)) report(`${at}.secondaryDns`, 'dns')
  const subnet = subnetOf(ipv4)
  if (!subnet) return
  if (!isHostOf(subnet, subnet.address)) report(`${at}.ipAddress`, 'hostAddress')
  const router = gateway && isHostIpv4(gateway) ? addressOf(gateway) : null
  if (router !== null && (router === subnet.address || !isHostOf(subnet, router))) report(`${at}.gateway`, 'gateway')
}

/** A static address needs an address and a prefix, and on the default route a gateway. */
function checkStatic(
  ipv4: Ipv4,
  at: string,
  { isComplete, many, isRoute }: { isComplete: boolean; many: boolean; isRoute: boolean },
  report: Report,
): void {
  if (ipv4.dhcpEnabled !== false) return
  checkAddresses(ipv4, at, report)
  if (!many && !ipv4.ipAddress) report(`${at}.ipAddress`, 'required')
  if (!many && ipv4.subnetPrefixLength == null) report(`${at}.subnetPrefixLength`, 'required')
  if (!isComplete) return
  if (isRoute && !ipv4.gateway) report(`${at}.gateway`, 'gateway')
  if (ipv4.secondaryDns && !ipv4.primaryDns) report(`${at}.secondaryDns`, 'dns')
}

const membersOf = ({ bridge }: NetworkValue) => (bridge?.enabled === true ? (bridge.interfaces ?? []) : [])

/** Whether a bridge joins primary and secondary, and nothing else. */
function isBridge(members: readonly string[]): boolean {
  return new Set(members).size >= 2 && members.every((name) => name === 'primary' || name === 'secondary')
}

/** Members of an enabled bridge have no address of their own. */
function checkBridge(
  settings: NetworkValue,
  { checked, isComplete }: Required<Pick<CheckOptions, 'checked' | 'isComplete'>>,
  report: Report,
): void {
  const { bridge } = settings
  if (!checked.includes('bridge') || bridge?.enabled !== true || !(bridge.interfaces || isComplete)) return
  const members = membersOf(settings)
  const areFree = members.every((name) => {
    const member = settings[name as InterfaceName]
    return member ? !(member.enabled === true && member.ipv4?.ipAddress) : !isComplete
  })
  if (!isBridge(members) || !areFree) report('bridge.interfaces', 'bridgeMembers')
}

/** Enabled interfaces share no subnet, and at most one of them has a gateway. */
function checkBetween(
  settings: NetworkValue,
  on: readonly InterfaceName[],
  checked: readonly InterfaceName[],
  report: Report,
): void {
  const [first, ...others] = on.filter((name) => settings[name]?.ipv4?.gateway)
  const reported = others.filter((name) => checked.includes(name))
  const fallback = first && others.length > 0 && reported.length === 0 && checked.includes(first) ? [first] : []
  for (const name of [...reported, ...fallback]) report(`${name}.ipv4.gateway`, 'singleGateway')

  const subnets = on.flatMap((name) => {
    const subnet = subnetOf(settings[name]?.ipv4 ?? {})
    return subnet ? [{ name, subnet }] : []
  })
  for (const [index, later] of subnets.entries()) {
    for (const earlier of subnets.slice(0, index)) {
      const at = [later.name, earlier.name].find((name) => checked.includes(name))
      if (at && overlap(earlier.subnet, later.subnet)) report(`${at}.ipv4.ipAddress`, 'overlap')
    }
  }
}

function subnetOf({ ipAddress, subnetPrefixLength: prefix }: Ipv4): Subnet | null {
  if (!ipAddress || !isHostIpv4(ipAddress) || prefix == null || !isPrefix(prefix)) return null
  const address = addressOf(ipAddress)
  return address === null ? null : { address, prefix }
}
