import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeNetwork, networkSettingsErrors, networkValueErrors } from '../../services/contracts/network-rules'
import type { InterfaceSettings, NetworkSettings } from '../../services/contracts/network-settings'
import { isSameNetwork } from '../../services/device-configuration/network-value'
import { isSending, isSendTransition } from '../../services/device-configuration/send-states'

const one = { many: false }

const fixed = (ipAddress: string, gateway: string | null = null): InterfaceSettings => ({
  enabled: true,
  ipv4: { dhcpEnabled: false, ipAddress, subnetPrefixLength: 24, gateway, primaryDns: '10.0.0.53', secondaryDns: null },
})
const off: InterfaceSettings = {
  enabled: false,
  ipv4: {
    dhcpEnabled: false,
    ipAddress: null,
    subnetPrefixLength: null,
    gateway: null,
    primaryDns: null,
    secondaryDns: null,
  },
}
const simple: NetworkSettings = { primary: fixed('10.1.1.20', '10.1.1.1') }
const full: NetworkSettings = {
  bridge: { ...off, interfaces: ['primary', 'secondary'] },
  primary: fixed('10.1.1.20', '10.1.1.1'),
  secondary: off,
  auxiliary: off,
}

describe('merging a save into what is there (spec §5)', () => {
  it('leaves out what is left out', () => {
    const merged = mergeNetwork(simple, { primary: { ipv4: { primaryDns: '10.0.0.99' } } })
    expect(merged).toEqual({ primary: { enabled: true, ipv4: { ...simple.primary?.ipv4, primaryDns: '10.0.0.99' } } })
    expect(isSameNetwork(mergeNetwork(simple, {}), simple)).toBe(true)
  })

  it('empties the address fields when DHCP is on, whatever is given beside it', () => {
    const merged = mergeNetwork(simple, { primary: { ipv4: { dhcpEnabled: true, ipAddress: '10.1.1.30' } } })
    expect(merged.primary?.ipv4).toEqual({
      dhcpEnabled: true,
      ipAddress: null,
      subnetPrefixLength: null,
      gateway: null,
      primaryDns: null,
      secondaryDns: null,
    })
  })
})

describe('what a payload may say (domain §5.5)', () => {
  it.each([
    [{ ipAddress: '10.1.1.256' }, 'ipAddress', 'ipv4'],
    [{ ipAddress: '010.1.1.2' }, 'ipAddress', 'ipv4'],
    [{ ipAddress: '127.0.0.1' }, 'ipAddress', 'ipv4'],
    [{ ipAddress: '169.254.3.4' }, 'ipAddress', 'ipv4'],
    [{ ipAddress: '224.0.0.1' }, 'ipAddress', 'ipv4'],
    [{ subnetPrefixLength: 31 }, 'subnetPrefixLength', 'prefix'],
    [{ ipAddress: '10.1.1.0', subnetPrefixLength: 24 }, 'ipAddress', 'hostAddress'],
    [{ ipAddress: '10.1.1.255', subnetPrefixLength: 24 }, 'ipAddress', 'hostAddress'],
    [{ ipAddress: '10.1.1.5', subnetPrefixLength: 24, gateway: '10.1.2.1' }, 'gateway', 'gateway'],
    [{ ipAddress: '10.1.1.5', subnetPrefixLength: 24, gateway: '10.1.1.5' }, 'gateway', 'gateway'],
    [{ gateway: 'router' }, 'gateway', 'ipv4'],
    [{ primaryDns: '8.8.8' }, 'primaryDns', 'dns'],
    [{ primaryDns: '8.8.8.8', secondaryDns: '8.8.8.8' }, 'secondaryDns', 'dns'],
    [{ primaryDns: null, secondaryDns: '8.8.4.4' }, 'secondaryDns', 'dns'],
  ])('%j is refused at %s', (ipv4, field, rule) => {
    expect(networkValueErrors({ primary: { ipv4 } }, one)).toEqual({
      [`primary.ipv4.${field}`]: `errors.network.${rule}`,
    })
  })

  it('gives one address to one controller', () => {
    const value = { primary: { ipv4: { ipAddress: '10.1.1.5' } } }
    expect(networkValueErrors(value, one)).toEqual({})
    expect(networkValueErrors(value, { many: true })).toEqual({ 'primary.ipv4.ipAddress': 'errors.network.bulkStatic' })
  })

  it('bridges primary and secondary, nothing else', () => {
    expect(networkValueErrors({ bridge: { enabled: true, interfaces: ['primary', 'auxiliary'] } }, one)).toEqual({
      'bridge.interfaces': 'errors.network.bridgeMembers',
    })
    expect(networkValueErrors({ bridge: { enabled: true, interfaces: ['primary', 'secondary'] } }, one)).toEqual({})
  })
})

describe('what a controller may end up with', () => {
  const outcome = (settings: NetworkSettings, value: Parameters<typeof networkSettingsErrors>[1]) =>
    networkSettingsErrors(mergeNetwork(settings, value), value)

  it('accepts what the seed starts from', () => {
    expect(outcome(simple, {})).toEqual({})
    expect(outcome(full, {})).toEqual({})
  })

  it.each([
    [
      'a gateway outside the subnet',
      simple,
      { primary: { ipv4: { gateway: '10.9.9.1' } } },
      { 'primary.ipv4.gateway': 'errors.network.gateway' },
    ],
    [
      'no gateway on the way out',
      simple,
      { primary: { ipv4: { gateway: null } } },
      { 'primary.ipv4.gateway': 'errors.network.gateway' },
    ],
    [
      'no address without DHCP',
      simple,
      { primary: { ipv4: { ipAddress: null } } },
      { 'primary.ipv4.ipAddress': 'errors.network.required' },
    ],
    ['all interfaces off', simple, { primary: { enabled: false } }, { 'primary.enabled': 'errors.network.lockout' }],
    [
      'an interface it does not have',
      simple,
      { auxiliary: { enabled: true } },
      { 'auxiliary.enabled': 'errors.network.unsupported' },
    ],
    [
      'two interfaces in one subnet',
      full,
      { auxiliary: { enabled: true, ipv4: { ipAddress: '10.1.1.40', subnetPrefixLength: 24 } } },
      { 'auxiliary.ipv4.ipAddress': 'errors.network.overlap' },
    ],
    [
      'two gateways',
      full,
      { auxiliary: { enabled: true, ipv4: { ipAddress: '10.2.1.40', subnetPrefixLength: 24, gateway: '10.2.1.1' } } },
      { 'auxiliary.ipv4.gateway': 'errors.network.singleGateway' },
    ],
    [
      'a bridge over an interface with an address',
      full,
      { bridge: { enabled: true, ipv4: { dhcpEnabled: true } } },
      { 'bridge.interfaces': 'errors.network.bridgeMembers' },
    ],
  ] as const)('refuses %s', (_, settings, value, errors) => {
    expect(outcome(settings, value as Parameters<typeof networkSettingsErrors>[1])).toEqual(errors)
  })

  it('accepts a bridge whose members gave their addresses up', () => {
    const value = {
      bridge: { enabled: true, ipv4: { ipAddress: '10.1.1.20', subnetPrefixLength: 24, gateway: '10.1.1.1' } },
      primary: { enabled: false, ipv4: { ipAddress: null, gateway: null } },
    }
    expect(outcome(full, value)).toEqual({})
  })
})

describe('the state of a send (domain §5.1)', () => {
  const states = ['notSet', 'queued', 'running', 'succeed', 'failed'] as const

  it('knows seven moves', () => {
    const legal = states.flatMap((from) =>
      states.filter((to) => isSendTransition(from, to)).map((to) => `${from} → ${to}`),
    )
    expect(legal).toEqual([
      'notSet → queued',
      'queued → running',
      'queued → failed',
      'running → succeed',
      'running → failed',
      'succeed → queued',
      'failed → queued',
    ])
  })

  it('never sends twice at once', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom(...states), { maxLength: 40 }), (wishes) => {
        let state: (typeof states)[number] = 'notSet'
        for (const wish of wishes) {
          const before = state
          if (isSendTransition(state, wish)) state = wish
          if (wish === 'queued' && isSending(before)) expect(state).toBe(before)
        }
      }),
      { seed: 7, numRuns: 2000 },
    )
  })
})
