/** Checks the rows of a file with the forms that create one thing each (spec §5, domain §15). */
import type { z } from 'zod'
import { fold } from '#contracts/fold'
import type { ControllerModel } from '#contracts/product'
import type { SiteGroup } from '#contracts/site'
import { maxHostId } from '~/domain/onboarding'
import type { FieldColumn } from '~/domain/site-columns'
import type { RowProblem, Thing } from '~/domain/site-plan'
import { buildingForm } from '~/things/building/form'
import { NewDeviceForm } from '~/things/device/form'
import { siteForm } from '~/things/site/form'
import { SpaceForm } from '~/things/space/form'
import { kindCode, unitCode, usageCode } from './words.server'

export interface Judging {
  language: 'en' | 'fr'
  /** The unit of sizes without one. */
  unit: 'metric' | 'us'
  groups: readonly Pick<SiteGroup, 'id' | 'name'>[]
  models: readonly ControllerModel[]
  mayAddDevices: boolean
}

/** Returns the parsed creation form of each kind of thing. */
export function formsFor(judging: Judging) {
  const site = siteForm(judging.language)
  const building = buildingForm(judging.language)
  const models = offeredModels(judging)
  const modelNamed = (word: string) => models.get(fold(word))
  return {
    site: (thing: Thing) => site.safeParse(siteFields(thing, judging)),
    building: (thing: Thing) => building.safeParse(buildingFields(thing, judging)),
    space: (thing: Thing) => SpaceForm.safeParse(spaceFields(thing)),
    device: (thing: Thing) => NewDeviceForm.safeParse(deviceFields(thing, modelNamed)),
    /** Finds an offered model by type code or name. */
    modelNamed,
  }
}

export type Forms = ReturnType<typeof formsFor>

function siteFields({ name, cells }: Thing, { unit, groups }: Judging) {
  const { group, usage, units, ...rest } = cells
  return {
    ...rest,
    name,
    siteGroupId: group && groups.find((one) => fold(one.name) === fold(group))?.id,
    usage: usage && usageCode(usage),
    units: units ? unitCode(units) : rest.size && unit,
  }
}

function buildingFields({ name, cells }: Thing, { unit }: Judging) {
  const { usage, units, ...rest } = cells
  return { ...rest, name, usage: usage && usageCode(usage), units: units ? unitCode(units) : rest.size && unit }
}

function spaceFields({ name, cells, isFloor }: Thing) {
  const { kind, usage } = cells
  return { name, kind: kind ? kindCode(kind) : isFloor ? 'Floor' : 'Space', usage: usage && usageCode(usage) }
}

function deviceFields({ name, cells }: Thing, modelNamed: Forms['modelNamed']) {
  const { model, ...rest } = cells
  return { ...rest, name, productId: model && modelNamed(model)?.model.type, quantity: 1 }
}

/** Returns the offered models by each name that a file may use. */
function offeredModels({ models }: Judging): ReadonlyMap<string, ControllerModel> {
  const byWord = new Map<string, ControllerModel>()
  for (const one of models)
    for (const word of [one.model.type, one.name, one.model.name].map(fold))
      if (!byWord.has(word)) byWord.set(word, one)
  return byWord
}

/** Returns the problems in the cells of a new thing. */
export function problemsOf(thing: Thing, forms: Forms, judging: Judging): RowProblem[] {
  const parsed = forms[thing.kind](thing)
  const found = parsed.success ? [] : parsed.error.issues.map((issue) => problemIn(issue, thing))
  return [...found, ...knownProblems(thing, forms, judging)]
}

function problemIn({ path, message }: z.core.$ZodIssue, thing: Thing): RowProblem {
  const [field] = path
  if (field !== 'name') return { column: field as FieldColumn, key: message }
  return { column: thing.kind === 'space' && thing.isFloor ? 'floor' : thing.kind, key: message }
}

/** Returns the problems that depend on catalogues and on the customer. */
function knownProblems({ kind, cells }: Thing, { modelNamed }: Forms, judging: Judging): RowProblem[] {
  const problems: RowProblem[] = []
  const { group, timeZone, model, hostId } = cells
  if (kind === 'site') {
    if (group && !judging.groups.some((one) => fold(one.name) === fold(group)))
      problems.push({ column: 'group', key: 'main:import.problem.group' })
    if (timeZone && !isTimeZone(timeZone)) problems.push({ column: 'timeZone', key: 'errors:time.zone' })
  }
  if (kind !== 'device') return problems
  if (!judging.mayAddDevices) problems.push({ column: 'device', key: 'main:import.problem.devices' })
  const known = model ? modelNamed(model) : undefined
  if (model && !known) problems.push({ column: 'model', key: 'main:import.problem.model' })
  if (hostId && !model) problems.push({ column: 'hostId', key: 'main:import.problem.hostIdAlone' })
  if (hostId && known && !fits(hostId, known.model.hostIdPattern))
    problems.push({ column: 'hostId', key: 'errors:onboarding.hostIdPattern' })
  return problems
}

function fits(hostId: string, pattern: string | undefined): boolean {
  try {
    return !pattern || (hostId.length <= maxHostId && new RegExp(pattern).test(hostId))
  } catch {
    // An invalid pattern accepts everything; the service checks again.
    return true
  }
}

function isTimeZone(name: string): boolean {
  try {
    return Boolean(new Intl.DateTimeFormat('en', { timeZone: name }))
  } catch {
    return false
  }
}
