import { describe, expect, test } from 'vitest'
import type { Network } from '#contracts/device-configuration'
import { fieldsIn, nestByPath, settingDifferences } from '~/features/configuration/shared/kind'
import { NetworkForm } from '~/features/network/form'
import { networkView } from '~/features/network/shared/view'

/** The form of one controller with these inputs shown; a no-change box that is ticked is named `keep.…`. */
function valueFrom(fields: Record<string, unknown>, shown: readonly string[] = []) {
  const found = NetworkForm.safeParse({ ...nestByPath(Object.entries(fields)), device: ['one'], shown: [...shown] })
  return found.success ? found.data.value : found.error.issues.map(({ path }) => path.join('.'))
}

describe('the value of the network form (spec §5)', () => {
  test('leaves out every field with its no-change box ticked', () => {
    const value = valueFrom({
      'primary.enabled': 'on',
      'keep.primary.enabled': 'on',
      'primary.dhcpEnabled': 'off',
      'keep.primary.dhcpEnabled': 'on',
      'primary.gateway': '10.0.0.1',
      'primary.primaryDns': '10.0.0.2',
      'keep.primary.primaryDns': 'on',
      'keep.secondary.enabled': 'on',
    })
    expect(value).toEqual({ primary: { ipv4: { gateway: '10.0.0.1' } } })
  })

  test('sends the address fields as null when DHCP is enabled, whatever was typed or ticked', () => {
    const value = valueFrom({
      'primary.dhcpEnabled': 'on',
      'primary.ipAddress': '10.0.0.5',
      'primary.gateway': '10.0.0.1',
      'keep.primary.gateway': 'on',
    })
    expect(value).toEqual({
      primary: {
        ipv4: {
          dhcpEnabled: true,
          ipAddress: null,
          subnetPrefixLength: null,
          gateway: null,
          primaryDns: null,
          secondaryDns: null,
        },
      },
    })
  })

  test('clears an address field that was shown and left empty, and strips what else is empty', () => {
    const shown = ['secondary.secondaryDns', 'secondary.subnetPrefixLength', 'auxiliary.gateway']
    const value = valueFrom(
      { 'bridge.enabled': 'off', 'secondary.dhcpEnabled': 'off', 'secondary.gateway': ' ' },
      shown,
    )
    expect(value).toEqual({
      bridge: { enabled: false },
      secondary: { ipv4: { dhcpEnabled: false, subnetPrefixLength: null, gateway: null, secondaryDns: null } },
      auxiliary: { ipv4: { gateway: null } },
    })
  })

  test('trims text and reads the prefix as a number', () => {
    const value = valueFrom({ 'primary.ipAddress': ' 10.0.0.5 ', 'primary.subnetPrefixLength': '24' })
    expect(value).toEqual({ primary: { ipv4: { ipAddress: '10.0.0.5', subnetPrefixLength: 24 } } })
    expect(valueFrom({ 'primary.subnetPrefixLength': '/24' })).toEqual(['primary.subnetPrefixLength'])
  })

  test('gives the bridge, and only the bridge, its members', () => {
    const members = ['primary', 'secondary']
    expect(valueFrom({ 'bridge.interfaces': members, 'primary.interfaces': members })).toEqual({
      bridge: { interfaces: members },
    })
  })

  test('is empty when every box is ticked', () => {
    expect(valueFrom({ 'primary.enabled': 'on', 'keep.primary.enabled': 'on', 'keep.primary.gateway': 'on' })).toEqual(
      {},
    )
  })
})

test('the difference says field by field what changes, what is the same and what is kept', () => {
  const current: Network = {
    primary: { enabled: true, ipv4: { dhcpEnabled: false, ipAddress: '10.0.0.5', gateway: '10.0.0.1' } },
    bridge: { enabled: true, interfaces: ['primary', 'secondary'] },
    supportedInterfaces: ['bridge', 'primary'],
  }
  const rows = settingDifferences(fieldsIn(networkView), current, {
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
