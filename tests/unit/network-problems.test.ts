import { describe, expect, test } from 'vitest'
import type { Ipv4, Network, NetworkValue } from '#contracts/device-configuration'
import { networkProblems } from '~/domain/network-problems'

const one = { bulk: false }
const many = { bulk: true }
const primary = (ipv4: Ipv4): NetworkValue => ({ primary: { ipv4 } })
const problemsOf = (ipv4: Ipv4) => networkProblems(primary(ipv4), one)

describe('each field by itself (domain §5.5)', () => {
  test.each([
    '256.1.1.1',
    '10.0.0',
    '010.0.0.1',
    '10.0.0.1.1',
    'ten',
    '0.1.2.3',
    '127.0.0.1',
    '169.254.1.1',
    '224.0.0.1',
    '255.255.255.255',
    ' 10.0.0.1',
  ])('%s is no address for a controller', (ipAddress) => {
    expect(problemsOf({ ipAddress })).toEqual({ 'primary.ipv4.ipAddress': 'network.ipv4' })
  })

  test.each(['10.0.0.5', '192.168.1.20', '223.255.255.254', '169.253.1.1'])('%s is one', (ipAddress) => {
    expect(problemsOf({ ipAddress })).toEqual({})
  })

  test('a prefix is 1 to 30', () => {
    for (const prefix of [0, 31, 32, 33, 1.5, Number.NaN]) {
      expect(problemsOf({ subnetPrefixLength: prefix })).toEqual({
        'primary.ipv4.subnetPrefixLength': 'network.prefix',
      })
    }
    for (const prefix of [1, 24, 30]) expect(problemsOf({ subnetPrefixLength: prefix })).toEqual({})
  })

  test('name servers are addresses, two different ones, and a second needs a first', () => {
    expect(problemsOf({ primaryDns: 'x' })).toEqual({ 'primary.ipv4.primaryDns': 'network.dns' })
    expect(problemsOf({ primaryDns: '10.0.0.2', secondaryDns: '10.0.0.2' })).toEqual({
      'primary.ipv4.secondaryDns': 'network.dns',
    })
    expect(problemsOf({ primaryDns: null, secondaryDns: '10.0.0.2' })).toEqual({
      'primary.ipv4.secondaryDns': 'network.dns',
    })
    expect(problemsOf({ secondaryDns: '10.0.0.3' })).toEqual({})
  })
})

describe('fields beside each other (domain §5.5)', () => {
  const host = { ipAddress: '10.0.0.5', subnetPrefixLength: 24 }

  test('the address is neither the network nor the broadcast address', () => {
    for (const ipAddress of ['10.0.0.0', '10.0.0.255']) {
      expect(problemsOf({ ipAddress, subnetPrefixLength: 24 })).toEqual({
        'primary.ipv4.ipAddress': 'network.hostAddress',
      })
    }
  })

  test('the gateway is inside the subnet and another than the address', () => {
    for (const gateway of ['10.0.1.1', '10.0.0.5', '10.0.0.0', '10.0.0.255']) {
      expect(problemsOf({ ...host, gateway })).toEqual({ 'primary.ipv4.gateway': 'network.gateway' })
    }
    expect(problemsOf({ ...host, gateway: '10.0.0.1' })).toEqual({})
    expect(problemsOf({ gateway: '10.0.1.1' })).toEqual({})
    expect(problemsOf({ ...host, gateway: '10.0.0.300' })).toEqual({ 'primary.ipv4.gateway': 'network.ipv4' })
  })

  test('a static address is required when DHCP is off and the interface on', () => {
    const value: NetworkValue = { primary: { enabled: true, ipv4: { dhcpEnabled: false } } }
    expect(networkProblems(value, one)).toEqual({
      'primary.ipv4.ipAddress': 'network.required',
      'primary.ipv4.subnetPrefixLength': 'network.required',
    })
    expect(networkProblems(value, many)).toEqual({})
  })

  test('a literal address for several devices is refused', () => {
    expect(networkProblems(primary(host), many)).toEqual({ 'primary.ipv4.ipAddress': 'network.bulkStatic' })
  })

  test('an enabled bridge joins primary and secondary, not auxiliary, and neither keeps an address', () => {
    const bridge = (interfaces: string[], rest: NetworkValue = {}) =>
      networkProblems({ ...rest, bridge: { enabled: true, interfaces } }, one)
    expect(bridge(['primary', 'secondary'])).toEqual({})
    for (const members of [['primary'], ['primary', 'primary'], ['primary', 'auxiliary']]) {
      expect(bridge(members)).toEqual({ 'bridge.interfaces': 'network.bridgeMembers' })
    }
    expect(bridge(['primary', 'secondary'], { primary: { enabled: true, ipv4: { ipAddress: '10.0.0.5' } } })).toEqual({
      'bridge.interfaces': 'network.bridgeMembers',
    })
  })

  test('enabled interfaces share no subnet, and one at most has a gateway', () => {
    const on = (ipv4: Ipv4) => ({ enabled: true, ipv4 })
    expect(networkProblems({ primary: on(host), secondary: on({ ...host, ipAddress: '10.0.0.9' }) }, one)).toEqual({
      'secondary.ipv4.ipAddress': 'network.overlap',
    })
    expect(
      networkProblems({ primary: on({ gateway: '10.0.0.1' }), auxiliary: on({ gateway: '10.9.0.1' }) }, one),
    ).toEqual({
      'auxiliary.ipv4.gateway': 'network.singleGateway',
    })
  })

  test('switching every interface off would lock the device out', () => {
    const off = { enabled: false }
    const all = { bridge: off, primary: off, secondary: off, auxiliary: off }
    expect(networkProblems(all, many)).toEqual({ 'auxiliary.enabled': 'network.lockout' })
    expect(networkProblems({ primary: off }, many)).toEqual({})
  })
})

describe('with the settings of the device at hand', () => {
  const current: Network = {
    primary: {
      enabled: true,
      ipv4: {
        dhcpEnabled: false,
        ipAddress: '10.0.0.5',
        subnetPrefixLength: 24,
        gateway: '10.0.0.1',
        primaryDns: null,
      },
    },
    secondary: { enabled: false, ipv4: { dhcpEnabled: true } },
    supportedInterfaces: ['primary', 'secondary'],
  }
  const against = (value: NetworkValue) => networkProblems(value, { bulk: false, current })

  test('fields left as they are count', () => {
    expect(against(primary({ gateway: '10.0.9.1' }))).toEqual({ 'primary.ipv4.gateway': 'network.gateway' })
    expect(against(primary({ ipAddress: '10.0.0.1' }))).toEqual({ 'primary.ipv4.gateway': 'network.gateway' })
    expect(against({ primary: { enabled: true, ipv4: { dhcpEnabled: false } } })).toEqual({})
    expect(against(primary({ secondaryDns: '10.0.0.3' }))).toEqual({ 'primary.ipv4.secondaryDns': 'network.dns' })
  })

  test('switching off the last interface locks the device out', () => {
    expect(against({ primary: { enabled: false } })).toEqual({ 'primary.enabled': 'network.lockout' })
  })

  test('going static asks for the address it never had', () => {
    expect(against({ secondary: { enabled: true, ipv4: { dhcpEnabled: false } } })).toEqual({
      'secondary.ipv4.ipAddress': 'network.required',
      'secondary.ipv4.subnetPrefixLength': 'network.required',
    })
  })

  test('an interface the device lacks is unsupported', () => {
    expect(against({ auxiliary: { enabled: true } })).toMatchObject({ 'auxiliary.enabled': 'network.unsupported' })
  })

  test('what is not touched is not complained about', () => {
    const broken: Network = { ...current, primary: { enabled: true, ipv4: { dhcpEnabled: false } } }
    expect(networkProblems({ secondary: { enabled: false } }, { bulk: false, current: broken })).toEqual({})
  })
})
