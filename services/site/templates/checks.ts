/** What a template may hold: the rules of each kind, and nothing that belongs to one controller alone (domain §8.2). */
import { bacnetErrors } from '../../contracts/bacnet-value'
import type { TemplateSections } from '../../contracts/configuration-templates'
import type { FieldErrors } from '../../contracts/errors'
import { isHostIpv4 } from '../../contracts/ipv4'
import { interfaceNames, type NetworkValue } from '../../contracts/network-value'
import { timeErrors } from '../../contracts/time-value'

/** Field → message key; empty when the sections may be kept. */
export function sectionErrors({ time, bacnet, network, users }: TemplateSections): FieldErrors {
  return {
    ...under('time', time ? timeErrors(time) : {}),
    ...under('bacnet', bacnet ? bacnetErrors(bacnet) : {}),
    ...under('network', network ? networkErrors(network) : {}),
    ...(holdsSecret(users) ? { 'sections.users': 'errors.templates.secret' } : {}),
  }
}

function under(section: keyof TemplateSections, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [`sections.${section}.${field}`, key]))
}

function networkErrors(network: NetworkValue): FieldErrors {
  const errors: FieldErrors = {}
  for (const name of interfaceNames) {
    const { ipAddress, subnetPrefixLength: prefix, gateway, primaryDns, secondaryDns } = network[name]?.ipv4 ?? {}
    if (ipAddress) errors[`${name}.ipv4.ipAddress`] = 'errors.templates.literalAddress'
    if (prefix != null && (prefix < 1 || prefix > 30))
      errors[`${name}.ipv4.subnetPrefixLength`] = 'errors.network.prefix'
    if (gateway && !isHostIpv4(gateway)) errors[`${name}.ipv4.gateway`] = 'errors.network.ipv4'
    if (primaryDns && !isHostIpv4(primaryDns)) errors[`${name}.ipv4.primaryDns`] = 'errors.network.dns'
    if (secondaryDns && (!isHostIpv4(secondaryDns) || secondaryDns === primaryDns)) {
      errors[`${name}.ipv4.secondaryDns`] = 'errors.network.dns'
    }
  }
  return errors
}

function holdsSecret(users: TemplateSections['users']): boolean {
  return Object.entries(users ?? {}).some(([field, value]) => /password|secret/i.test(field) && value != null)
}
