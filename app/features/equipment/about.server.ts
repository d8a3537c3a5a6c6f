/** The facts of a piece of equipment, with links to related places, controllers and equipment (domain §8.1). */
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { propertyText, readProperties } from '~/domain/device'
import { nodeHref } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { isSecret } from '~/trail/redact'
import { equipmentAccess, equipmentTroubles } from './shared/access'
import { typeNames } from './shared/types.server'

interface NamedLink {
  name: string
  href: string | null
}

/** Parallel reads. */
const concurrency = 8
/** The maximum number of served spaces shown. */
const maxNamed = 20

export async function equipmentFacts(reader: Reader, at: ParamsFor<'equipment'>, equipment: Equipment) {
  const { parentEquipmentId: parentId, ruleReadiness } = equipment
  const visible = equipmentAccess(reader)
  const { alarms, alarmsHref, faults, faultsHref } = equipmentTroubles(at, equipment, visible)
  const [nameOf, devices, serves, parent] = await Promise.all([
    typeNames(reader),
    reader.may('device.read') ? inParallel(equipment.deviceIds, concurrency, (id) => deviceLink(reader, at, id)) : [],
    inParallel(equipment.servesSpaceIds.slice(0, maxNamed), concurrency, (id) => spaceLink(reader, at, id)),
    parentId ? equipmentLink(reader, at, parentId) : null,
  ])
  return {
    type: nameOf(equipment.type),
    description: equipment.description,
    devices,
    serves,
    parent,
    rules: ruleReadiness && visible.rules ? { ready: ruleReadiness.ready, total: ruleReadiness.total } : null,
    alarms: alarms === null ? null : { count: alarms, href: alarmsHref },
    faults: faults === null ? null : { count: faults, href: faultsHref },
    properties: readProperties(equipment.additionalProperties)
      .properties.filter(({ name }) => !isSecret(name))
      .map(({ name, value }) => ({ name, value: propertyText(value) })),
  }
}

async function deviceLink({ panel }: Reader, at: ParamsFor<'equipment'>, id: string): Promise<NamedLink> {
  const read = await panel(site.getDevice, { path: { id } })
  if (!read.ok) return { name: id, href: null }
  return { name: read.value.name, href: nodeHref(at, read.value.path ?? [], { id, type: 'device' }) }
}

async function spaceLink({ panel }: Reader, at: ParamsFor<'equipment'>, id: string): Promise<NamedLink> {
  const read = await panel(site.getSpace, { path: { id } })
  if (!read.ok) return { name: id, href: null }
  return { name: read.value.name, href: nodeHref(at, read.value.path ?? [], { id, type: 'space' }) }
}

async function equipmentLink({ panel }: Reader, at: ParamsFor<'equipment'>, id: string): Promise<NamedLink> {
  const read = await panel(site.getEquipment, { path: { id } })
  if (!read.ok) return { name: id, href: null }
  return { name: read.value.name, href: nodeHref(at, read.value.path ?? [], { id, type: 'equipment' }) }
}
