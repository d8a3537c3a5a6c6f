/** The checks of a network change that can be made before it is sent (domain §5.5). */
import type { InterfaceName, Ipv4, Network, NetworkValue } from '#contracts/device-configuration'
import { isHostOf, isPrefix, isUsableIpv4, overlap, parseIpv4, type Subnet } from '~/domain/ipv4'
import { interfaceNames, mergeNetwork } from '~/domain/network-form'

/** The rules; their texts are `errors:network.<rule>`. */
export const networkRules = [
  'ipv4',
  'prefix',
  'hostAddress',
  'gateway',
  'dns',
  'required',
  'bridgeMembers',
  'overlap',
  'singleGateway',
  'lockout',
  'bulkStatic',
  'unsupported',
] as const
export type NetworkRule = (typeof networkRules)[number]

/** Field path, `primary.ipv4.gateway`, to the key of what is wrong with it, `network.gateway`. */
export type NetworkProblems = Record<string, `network.${NetworkRule}`>

export interface NetworkTarget {
  /** Several devices get the same value. */
  bulk: boolean
  /** The settings of the one device; with them the checks see the fields that stay as they are. */
  current?: Network | null
}

type Report = (field: string, rule: NetworkRule) => void

/**
 * What is wrong with a value, one problem a field; empty when nothing is. Fields left out are judged from `current`,
 * and without it they are given the benefit of the doubt: the service answers for each device (domain §5.5).
 */
export function networkProblems(value: NetworkValue, target: NetworkTarget): NetworkProblems {
  const problems: NetworkProblems = {}
  const report: Report = (field, rule) => {
    problems[field] ??= `network.${rule}`
  }
  const settings = target.current ? mergeNetwork(target.current, value) : value
  const named = interfaceNames.filter((name) => value[name])

  const isWhole = Boolean(target.current)
  for (const name of named) {
    checkFields(value[name]?.ipv4 ?? {}, `${name}.ipv4`, target.bulk, report)
    checkSupport(name, target.current, report)
    if (!target.bulk) checkStatic(name, settings, isWhole, report)
    checkSubnet(settings[name]?.ipv4 ?? {}, `${name}.ipv4`, report)
  }
  checkBridge(value, settings, report)
  checkBetween(named, settings, report)
  checkLockout(named, settings, isWhole, report)
  return problems
}

/** Each field by itself. */
function checkFields(ipv4: Ipv4, at: string, bulk: boolean, report: Report) {
  const { ipAddress, subnetPrefixLength, gateway, primaryDns, secondaryDns } = ipv4
  if (ipAddress && bulk) report(`${at}.ipAddress`, 'bulkStatic')
  if (ipAddress && !isUsableIpv4(ipAddress)) report(`${at}.ipAddress`, 'ipv4')
  if (subnetPrefixLength != null && !isPrefix(subnetPrefixLength)) report(`${at}.subnetPrefixLength`, 'prefix')
  if (gateway && !isUsableIpv4(gateway)) report(`${at}.gateway`, 'ipv4')
  if (primaryDns && !isUsableIpv4(primaryDns)) report(`${at}.primaryDns`, 'dns')
  if (secondaryDns && !isUsableIpv4(secondaryDns)) report(`${at}.secondaryDns`, 'dns')
}

function checkSupport(name: InterfaceName, current: Network | null | undefined, report: Report) {
  if (current?.supportedInterfaces && !current.supportedInterfaces.includes(name))
    report(`${name}.enabled`, 'unsupported')
}

/**
 * A static address needs itself and its prefix, and on the default route a gateway; members of a bridge need none.
 * For many devices each one's own settings decide, at the service.
 */
function checkStatic(name: InterfaceName, settings: NetworkValue, isWhole: boolean, report: Report) {
  const { enabled, ipv4 } = settings[name] ?? {}
  if (enabled !== true || ipv4?.dhcpEnabled !== false || isBridged(name, settings)) return
  if (!ipv4.ipAddress) report(`${name}.ipv4.ipAddress`, 'required')
  if (ipv4.subnetPrefixLength == null) report(`${name}.ipv4.subnetPrefixLength`, 'required')
  if (!isWhole) return
  const defaultRoute = interfaceNames.find((candidate) => settings[candidate]?.enabled === true)
  if (name === defaultRoute && !ipv4.gateway) report(`${name}.ipv4.gateway`, 'gateway')
  if (ipv4.secondaryDns && !ipv4.primaryDns) report(`${name}.ipv4.secondaryDns`, 'dns')
}

function isBridged(name: InterfaceName, settings: NetworkValue): boolean {
  return settings.bridge?.enabled === true && (settings.bridge.interfaces ?? []).includes(name)
}

/** The host and its gateway inside the subnet, and the second name server beside a first one. */
function checkSubnet(ipv4: Ipv4, at: string, report: Report) {
  const { gateway, primaryDns, secondaryDns } = ipv4
  if (secondaryDns && (primaryDns === null || primaryDns === secondaryDns)) report(`${at}.secondaryDns`, 'dns')
  const subnet = subnetOf(ipv4)
  if (!subnet) return
  if (!isHostOf(subnet, subnet.address)) report(`${at}.ipAddress`, 'hostAddress')
  const gatewayAddress = gateway && isUsableIpv4(gateway) ? parseIpv4(gateway) : null
  if (gatewayAddress === null) return
  if (gatewayAddress === subnet.address || !isHostOf(subnet, gatewayAddress)) report(`${at}.gateway`, 'gateway')
}

/** An enabled bridge has both primary and secondary as members, and neither keeps an address of its own. */
function checkBridge(value: NetworkValue, settings: NetworkValue, report: Report) {
  const { enabled, interfaces } = settings.bridge ?? {}
  if (!value.bridge || enabled !== true || !interfaces) return
  const isMembership =
    new Set(interfaces).size >= 2 && interfaces.every((name) => name === 'primary' || name === 'secondary')
  const areFree = interfaces.every((name) => {
    const member = settings[name as InterfaceName]
    return !(member?.enabled === true && member.ipv4?.ipAddress)
  })
  if (!isMembership || !areFree) report('bridge.interfaces', 'bridgeMembers')
}

/** Interfaces that are on share no subnet, and one of them at most has a gateway. */
function checkBetween(named: readonly InterfaceName[], settings: NetworkValue, report: Report) {
  if (named.length === 0) return
  const on = interfaceNames.filter((name) => settings[name]?.enabled === true)
  const reportedAt = (names: readonly InterfaceName[]) => names.findLast((name) => named.includes(name))

  const withGateway = on.filter((name) => settings[name]?.ipv4?.gateway)
  const lastGateway = reportedAt(withGateway)
  if (withGateway.length > 1 && lastGateway) report(`${lastGateway}.ipv4.gateway`, 'singleGateway')

  const subnets = on.flatMap((name) => {
    const subnet = subnetOf(settings[name]?.ipv4 ?? {})
    return subnet ? [{ name, subnet }] : []
  })
  for (const [index, later] of subnets.entries()) {
    for (const earlier of subnets.slice(0, index)) {
      const at = overlap(earlier.subnet, later.subnet) ? reportedAt([earlier.name, later.name]) : undefined
      if (at) report(`${at}.ipv4.ipAddress`, 'overlap')
    }
  }
}

/** Not every interface off: nobody could reach the device again. */
function checkLockout(named: readonly InterfaceName[], settings: NetworkValue, isWhole: boolean, report: Report) {
  const last = named.at(-1)
  const known = interfaceNames.filter((name) => settings[name])
  if (!last || !(isWhole || known.length === interfaceNames.length)) return
  if (known.every((name) => !settings[name]?.enabled)) report(`${last}.enabled`, 'lockout')
}

function subnetOf({ ipAddress, subnetPrefixLength }: Ipv4): Subnet | null {
  if (!ipAddress || !isUsableIpv4(ipAddress) || subnetPrefixLength == null || !isPrefix(subnetPrefixLength)) return null
  const address = parseIpv4(ipAddress)
  return address === null ? null : { address, prefix: subnetPrefixLength }
}
