import { describe, expect, test } from 'vitest'
import type { Network } from '#contracts/device-configuration'
import { type NetworkForm, networkValue } from '~/domain/network-form'
import { differences, fieldsIn } from '~/screens/configuration/kind'
import { network } from '~/things/network/view'

const typed = <T>(value: T) => ({ keep: false, value })
const kept = <T>(value: T) => ({ keep: true, value })

describe('the value of the network form (spec §5)', () => {
  test('leaves out every field with its no-change box ticked', () => {
    const form: NetworkForm = {
      primary: {
        enabled: kept(true),
        ipv4: { dhcpEnabled: kept(false), gateway: typed('10.0.0.1'), primaryDns: kept('10.0.0.2') },
      },
      secondary: { enabled: kept(true) },
    }
    expect(networkValue(form)).toEqual({ primary: { ipv4: { gateway: '10.0.0.1' } } })
  })

  test('sends the address fields as null when DHCP is enabled, whatever was typed or ticked', () => {
    const form: NetworkForm = {
      primary: { ipv4: { dhcpEnabled: typed(true), ipAddress: typed('10.0.0.5'), gateway: kept('10.0.0.1') } },
    }
    expect(networkValue(form).primary?.ipv4).toEqual({
      dhcpEnabled: true,
      ipAddress: null,
      subnetPrefixLength: null,
      gateway: null,
      primaryDns: null,
      secondaryDns: null,
    })
  })

  test('clears an address field that is left empty, and strips what else is empty', () => {
    const form: NetworkForm = {
      bridge: { interfaces: typed([]), enabled: typed(false) },
      primary: { ipv4: { dhcpEnabled: typed(false), ipAddress: typed(' '), primaryDns: typed('') } },
      auxiliary: { ipv4: { gateway: typed(null) } },
    }
    expect(networkValue(form)).toEqual({
      bridge: { enabled: false },
      primary: { ipv4: { dhcpEnabled: false, ipAddress: null, primaryDns: null } },
      auxiliary: { ipv4: { gateway: null } },
    })
  })

  test('trims text and reads the prefix as a number', () => {
    const form: NetworkForm = { primary: { ipv4: { ipAddress: typed(' 10.0.0.5 '), subnetPrefixLength: typed('24') } } }
    expect(networkValue(form)).toEqual({ primary: { ipv4: { ipAddress: '10.0.0.5', subnetPrefixLength: 24 } } })
    expect(networkValue({ primary: { ipv4: { subnetPrefixLength: typed('/24') } } }).primary?.ipv4).toEqual({
      subnetPrefixLength: Number.NaN,
    })
  })

  test('gives the bridge, and only the bridge, its members', () => {
    const members = typed(['primary', 'secondary'])
    expect(networkValue({ bridge: { interfaces: members }, primary: { interfaces: members } })).toEqual({
      bridge: { interfaces: ['primary', 'secondary'] },
    })
  })

  test('is empty when every box is ticked', () => {
    expect(networkValue({ primary: { enabled: kept(true), ipv4: { gateway: kept('') } } })).toEqual({})
  })
})

test('the difference says field by field what changes, what is the same and what is kept', () => {
  const current: Network = {
    primary: { enabled: true, ipv4: { dhcpEnabled: false, ipAddress: '10.0.0.5', gateway: '10.0.0.1' } },
    bridge: { enabled: true, interfaces: ['primary', 'secondary'] },
    supportedInterfaces: ['bridge', 'primary'],
  }
  const rows = differences(fieldsIn(network), current, {
    primary: { ipv4: { gateway: '10.0.0.254', dhcpEnabled: false, secondaryDns: null } },
    bridge: { interfaces: ['secondary', 'primary'] },
  })
  const row = (field: string) => rows.find((one) => one.field.path === field)
  expect(row('primary.ipv4.gateway')).toMatchObject({ current: '10.0.0.1', next: '10.0.0.254', kind: 'change' })
  expect(row('primary.ipv4.dhcpEnabled')?.kind).toBe('same')
  expect(row('primary.ipv4.secondaryDns')).toMatchObject({ current: null, next: null, kind: 'same' })
  expect(row('primary.ipv4.ipAddress')).toMatchObject({ current: '10.0.0.5', next: '10.0.0.5', kind: 'kept' })
  expect(row('bridge.interfaces')?.kind).toBe('same')
  expect(row('secondary.enabled')).toMatchObject({ current: null, next: null, kind: 'kept' })
})
