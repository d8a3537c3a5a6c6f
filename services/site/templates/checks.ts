/** What a template may hold: the rules of each kind, and nothing that belongs to one controller alone (domain §8.2). */
import { bacnetErrors } from '../../contracts/bacnet-value'
import type { TemplateSections } from '../../contracts/configuration-templates'
import type { FieldErrors } from '../../contracts/errors'
import { interfaceNames } from '../../contracts/network-names'
import { valueErrors } from '../../contracts/network-rules'
import type { NetworkValue } from '../../contracts/network-value'
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
  const literal = interfaceNames.filter((name) => network[name]?.ipv4?.ipAddress)
  return {
    ...valueErrors(network, { many: true }),
    ...Object.fromEntries(literal.map((name) => [`${name}.ipv4.ipAddress`, 'errors.templates.literalAddress'])),
  }
}

function holdsSecret(users: TemplateSections['users']): boolean {
  return Object.entries(users ?? {}).some(([field, value]) => /password|secret/i.test(field) && value != null)
}
