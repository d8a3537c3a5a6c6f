/**
 * What a template may contain: the rules of each kind, and nothing that belongs to one controller only (domain §8.2).
 * One copy for the service that rejects and for the console that warns before it sends.
 */
import { bacnetErrors } from './bacnet-value'
import type { TemplateSections } from './configuration-templates'
import type { FieldErrors } from './errors'
import { interfaceNames } from './network-names'
import { networkValueErrors } from './network-rules'
import type { NetworkValue } from './network-value'
import { timeErrors } from './time-value'

/** Returns the message key per invalid field; empty when the sections may be saved. */
export function sectionErrors({ time, bacnet, network, users }: TemplateSections): FieldErrors {
  return {
    ...under('time', time ? timeErrors(time) : {}),
    ...under('bacnet', bacnet ? bacnetErrors(bacnet) : {}),
    ...under('network', network ? networkErrors(network) : {}),
    ...(containsSecret(users) ? { 'sections.users': 'errors.templates.secret' } : {}),
  }
}

function under(section: keyof TemplateSections, errors: FieldErrors): FieldErrors {
  return Object.fromEntries(Object.entries(errors).map(([field, key]) => [`sections.${section}.${field}`, key]))
}

function networkErrors(network: NetworkValue): FieldErrors {
  const literal = interfaceNames.filter((name) => network[name]?.ipv4?.ipAddress)
  return {
    ...networkValueErrors(network, { many: true }),
    ...Object.fromEntries(literal.map((name) => [`${name}.ipv4.ipAddress`, 'errors.templates.literalAddress'])),
  }
}

function containsSecret(users: TemplateSections['users']): boolean {
  return Object.entries(users ?? {}).some(([field, value]) => /password|secret/i.test(field) && value != null)
}
