/** The facts of a piece of equipment, with links to related places, controllers and equipment (domain §8.1). */
import type { Equipment } from '#contracts/equipment'
import { site } from '#contracts/site'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { propertyText, readProperties } from '~/domain/device'
import { nodeHref } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { toldTo, troublesOf } from '~/things/equipment/told'
import { typeNames } from '~/things/equipment/types.server'
import { isSecret } from '~/trail/redact'

interface Named {
  name: string
  href: string | null
}

/** Parallel reads. */
const atOnce = 8
/** The maximum number of served spaces shown. */
const mostNamed = 20

export async function aboutEquipment(reader: Reader, at: ParamsFor<'equipment'>, equipment: Equipment) {
  const { parentEquipmentId: parentId, ruleReadiness } = equipment
  const told = toldTo(reader)
  const { alarms, alarmsHref, faults, faultsHref } = troublesOf(at, equipment, told)
  const [nameOf, devices, serves, parent] = await Promise.all([
    typeNames(reader),
    reader.may('device.read') ? inParallel(equipment.deviceIds, atOnce, (id) => deviceNamed(reader, at, id)) : [],
    inParallel(equipment.servesSpaceIds.slice(0, mostNamed), atOnce, (id) => spaceNamed(reader, at, id)),
    parentId ? equipmentNamed(reader, at, parentId) : null,
  ])
  return {
    type: nameOf(equipment.type),
    description: equipment.description,
    devices,
    serves,
    parent,
    rules: ruleReadiness && told.rules ? { ready: ruleReadiness.ready, total: ruleReadiness.total } : null,
    alarms: alarms === null ? null : { count: alarms, href: alarmsHref },
    faults: faults === null ? null : { count: faults, href: faultsHref },
    properties: readProperties(equipment.additionalProperties)
      .properties.filter(({ name }) => !isSecret(name))
      .map(({ name, value }) => ({ name, value: propertyText(value) })),
  }
}

async function deviceNamed({ panel }: Reader, at: ParamsFor<'equipment'>, id: string): Promise<Named> {
  const read = await panel(site.getDevice, { path: { id } })
  if (!read.ok) return { name: id, href: null }
  return { name: read.value.name, href: nodeHref(at, read.value.path ?? [], { id, type: 'device' }) }
}

async function spaceNamed({ panel }: Reader, at: ParamsFor<'equipment'>, id: string): Promise<Named> {
  const read = await panel(site.getSpace, { path: { id } })
  if (!read.ok) return { name: id, href: null }
  return { name: read.value.name, href: nodeHref(at, read.value.path ?? [], { id, type: 'space' }) }
}

async function equipmentNamed({ panel }: Reader, at: ParamsFor<'equipment'>, id: string): Promise<Named> {
  const read = await panel(site.getEquipment, { path: { id } })
  if (!read.ok) return { name: id, href: null }
  return { name: read.value.name, href: nodeHref(at, read.value.path ?? [], { id, type: 'equipment' }) }
}
