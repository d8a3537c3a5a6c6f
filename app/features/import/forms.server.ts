/** Checks the rows of a file with the forms that create one thing each (spec §5, domain §15). */
import type { z } from 'zod'
import { fold } from '#contracts/fold'
import type { ControllerModel } from '#contracts/product'
import type { SiteGroup } from '#contracts/site'
import { maxHostIdLength } from '~/domain/onboarding'
import type { FieldColumn } from '~/domain/site-columns'
import type { PlannedThing, RowProblem } from '~/domain/site-plan'
import { buildingForm } from '~/features/building/shared/form'
import { NewDeviceForm } from '~/features/device/shared/form'
import { siteForm } from '~/features/site/shared/form'
import { SpaceForm } from '~/features/space/shared/form'
import { kindCode, unitCode, usageCode } from './words.server'

export interface RowContext {
  language: 'en' | 'fr'
  /** The unit of sizes without one. */
  unit: 'metric' | 'us'
  groups: readonly Pick<SiteGroup, 'id' | 'name'>[]
  models: readonly ControllerModel[]
  mayAddDevices: boolean
}

/** Returns the parsed creation form of each kind of thing. */
export function formsFor(rowContext: RowContext) {
  const site = siteForm(rowContext.language)
  const building = buildingForm(rowContext.language)
  const models = offeredModels(rowContext)
  const modelNamed = (word: string) => models.get(fold(word))
  return {
    site: (thing: PlannedThing) => site.safeParse(siteFields(thing, rowContext)),
    building: (thing: PlannedThing) => building.safeParse(buildingFields(thing, rowContext)),
    space: (thing: PlannedThing) => SpaceForm.safeParse(spaceFields(thing)),
    device: (thing: PlannedThing) => NewDeviceForm.safeParse(deviceFields(thing, modelNamed)),
    /** Finds an offered model by type code or name. */
    modelNamed,
  }
}

export type Forms = ReturnType<typeof formsFor>

function siteFields({ name, cells }: PlannedThing, { unit, groups }: RowContext) {
  const { group, usage, units, ...rest } = cells
  return {
    ...rest,
    name,
    siteGroupId: group && groups.find((one) => fold(one.name) === fold(group))?.id,
    usage: usage && usageCode(usage),
    units: units ? unitCode(units) : rest.size && unit,
  }
}

function buildingFields({ name, cells }: PlannedThing, { unit }: RowContext) {
  const { usage, units, ...rest } = cells
  return { ...rest, name, usage: usage && usageCode(usage), units: units ? unitCode(units) : rest.size && unit }
}

function spaceFields({ name, cells, isFloor }: PlannedThing) {
  const { kind, usage } = cells
  return { name, kind: kind ? kindCode(kind) : isFloor ? 'Floor' : 'Space', usage: usage && usageCode(usage) }
}

function deviceFields({ name, cells }: PlannedThing, modelNamed: Forms['modelNamed']) {
  const { model, ...rest } = cells
  return { ...rest, name, productId: model && modelNamed(model)?.model.type, quantity: 1 }
}

/** Returns the offered models by each name that a file may use. */
function offeredModels({ models }: RowContext): ReadonlyMap<string, ControllerModel> {
  const byWord = new Map<string, ControllerModel>()
  for (const one of models)
    for (const word of [one.model.type, one.name, one.model.name].map(fold))
      if (!byWord.has(word)) byWord.set(word, one)
  return byWord
}

/** Returns the problems in the cells of a new thing. */
export function problemsOf(thing: PlannedThing, forms: Forms, rowContext: RowContext): RowProblem[] {
  const parsed = forms[thing.kind](thing)
  const formProblems = parsed.success ? [] : parsed.error.issues.map((issue) => problemIn(issue, thing))
  return [...formProblems, ...contextProblems(thing, forms, rowContext)]
}

function problemIn({ path, message }: z.core.$ZodIssue, thing: PlannedThing): RowProblem {
  const [field] = path
  if (field !== 'name') return { column: field as FieldColumn, key: message }
  return { column: thing.kind === 'space' && thing.isFloor ? 'floor' : thing.kind, key: message }
}

/** Returns the problems that depend on catalogues and on the customer. */
function contextProblems({ kind, cells }: PlannedThing, { modelNamed }: Forms, rowContext: RowContext): RowProblem[] {
  const problems: RowProblem[] = []
  const { group, timeZone, model, hostId } = cells
  if (kind === 'site') {
    if (group && !rowContext.groups.some((one) => fold(one.name) === fold(group)))
      problems.push({ column: 'group', key: 'main:import.problem.group' })
    if (timeZone && !isTimeZone(timeZone)) problems.push({ column: 'timeZone', key: 'errors:time.zone' })
  }
  if (kind !== 'device') return problems
  if (!rowContext.mayAddDevices) problems.push({ column: 'device', key: 'main:import.problem.devices' })
  const knownModel = model ? modelNamed(model) : undefined
  if (model && !knownModel) problems.push({ column: 'model', key: 'main:import.problem.model' })
  if (hostId && !model) problems.push({ column: 'hostId', key: 'main:import.problem.hostIdAlone' })
  if (hostId && knownModel && !fitsPattern(hostId, knownModel.model.hostIdPattern))
    problems.push({ column: 'hostId', key: 'errors:onboarding.hostIdPattern' })
  return problems
}

function fitsPattern(hostId: string, pattern: string | undefined): boolean {
  try {
    return !pattern || (hostId.length <= maxHostIdLength && new RegExp(pattern).test(hostId))
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
