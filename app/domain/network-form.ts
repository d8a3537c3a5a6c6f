/** The network form: what is typed becomes the value that is saved (spec §5). */
import type { Ipv4, NetworkValue } from '#contracts/device-configuration'
import { type AddressField, addressFields, type InterfaceName, interfaceNames } from '#contracts/network-names'

/** One field of the form: `keep` is its no-change box. Left empty without it, what is there goes. */
export interface FormField<T> {
  keep: boolean
  value?: T | null
}

/** One interface of the form; a field that is not there is a field left as it is. */
export interface InterfaceForm {
  enabled?: FormField<boolean>
  /** The members; of the bridge only. */
  interfaces?: FormField<readonly string[]>
  ipv4?: { dhcpEnabled?: FormField<boolean> } & { [Field in AddressField]?: FormField<string | number> }
}

export type NetworkForm = { [Name in InterfaceName]?: InterfaceForm }

/**
 * The value to save (spec §5): fields with their no-change box ticked are left out; DHCP on sends every address field
 * as null, ticked or not, and an address field that is left empty is null, which clears it. A switch that is not chosen
 * and members that are not ticked say nothing; objects with nothing left in them are left out. A prefix that is no number
 * becomes NaN, which `networkProblems` refuses.
 */
export function networkValue(form: NetworkForm): NetworkValue {
  const value: NetworkValue = {}
  for (const name of interfaceNames) {
    const typed = form[name]
    if (!typed) continue
    const settings: NonNullable<NetworkValue['bridge']> = {}
    const enabled = given(typed.enabled)
    if (enabled !== undefined) settings.enabled = enabled
    const members = name === 'bridge' ? given(typed.interfaces) : undefined
    if (members && members.length > 0) settings.interfaces = [...members]
    const ipv4 = ipv4Value(typed.ipv4 ?? {})
    if (Object.keys(ipv4).length > 0) settings.ipv4 = ipv4
    if (Object.keys(settings).length > 0) value[name] = settings
  }
  return value
}

function ipv4Value(typed: NonNullable<InterfaceForm['ipv4']>): Ipv4 {
  const dhcpEnabled = given(typed.dhcpEnabled)
  if (dhcpEnabled === true) {
    return {
      dhcpEnabled,
      ipAddress: null,
      subnetPrefixLength: null,
      gateway: null,
      primaryDns: null,
      secondaryDns: null,
    }
  }
  const ipv4: Ipv4 = dhcpEnabled === undefined ? {} : { dhcpEnabled }
  for (const field of addressFields) {
    const typedIn = typed[field]
    if (!typedIn || typedIn.keep) continue
    const text = String(typedIn.value ?? '').trim()
    if (text === '') ipv4[field] = null
    else if (field === 'subnetPrefixLength') ipv4[field] = /^\d+$/.test(text) ? Number(text) : Number.NaN
    else ipv4[field] = text
  }
  return ipv4
}

function given<T>(field: FormField<T> | undefined): T | undefined {
  return field && !field.keep ? (field.value ?? undefined) : undefined
}

export type NetworkFieldValue = string | number | boolean | string[] | null

/** The fields of an interface, by path. */
export function fieldsOf(name: InterfaceName): string[] {
  const own = name === 'bridge' ? ['enabled', 'interfaces'] : ['enabled']
  const ipv4 = ['dhcpEnabled', ...addressFields].map((field) => `ipv4.${field}`)
  return [...own, ...ipv4].map((field) => `${name}.${field}`)
}
