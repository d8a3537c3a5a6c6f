/** Plans and builds what an import file describes and does not exist yet (journey 12, design §7). */
import { z } from 'zod'
import { site as contract } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import { findAllCreated, findCreated, isNamed } from '~/change/created'
import { forEachRow, notTried } from '~/change/each-row'
import type { FileFields } from '~/change/file-field'
import type { Plan, PlanRow } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import {
  type ImportDecision,
  importDecisions,
  namesAbove,
  type PlannedThing,
  plannedThings,
  type RowProblem,
} from '~/domain/site-plan'
import { type FileProblem, isFileProblem, readSheet, type Sheet } from '~/domain/site-sheet'
import { buildingBody, buildingToForm } from '~/features/building/shared/form'
import { productIdOf } from '~/features/device/shared/form'
import { newSiteFields } from '~/features/site/shared/fields'
import { newSite } from '~/features/site/shared/form'
import { spaceFields } from '~/features/space/shared/fields'
import type { Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { editRow } from '~/kit/edit/edit-row'
import { type InputValues, toInputValues } from '~/kit/edit/fields'
import type { Subject } from '~/trail/record'
import { rowFields, writeFate } from './answers'
import { type ExistingThing, findExisting } from './existing.server'
import { type Forms, formsFor, problemsOf, type RowContext } from './forms.server'
import { columnOf } from './words.server'

/** Bytes of a file, and characters of its text or of pasted rows: each line end can grow by one in transit. */
const maxFileBytes = 1_000_000
const maxCharacters = 1_050_000

/** The text of the file replaces its field, so that the plan can post it again. */
export const buildFiles: FileFields = {
  csv: { maxBytes: maxFileBytes, isText: true, tooLarge: 'errors:upload.rowsTooLarge' },
}
/** Sites per file, and rows of all kinds: the limit of one change. */
const maxSites = 20
export const maxThings = 1_000

export const BuildForm = z.object({
  /** The text of the uploaded file; `rows` has pasted rows instead. */
  csv: z.string().max(maxCharacters, 'errors:upload.rowsTooLarge').default(''),
  rows: z.string().max(maxCharacters, 'errors:upload.rowsTooLarge').default(''),
  /** Whether to build the rows without problems when others have some. */
  partial: z.boolean().default(false),
})
export type BuildForm = z.infer<typeof BuildForm>

/** A parsed file with what exists of it. */
export interface Build {
  sheet: Sheet
  things: PlannedThing[]
  fates: Map<PlannedThing, ImportDecision>
  existing: Map<PlannedThing, ExistingThing>
  forms: Forms
  rowContext: RowContext
}

type BuildContext = Pick<PlanContext<BuildForm>, 'form' | 'person' | 'language' | 'may' | 'read' | 'catalogues'>

/** Reads a file and what exists of it. Returns a sentence when the file is invalid or the customer is archived. */
export async function readBuild(context: BuildContext, at: Place): Promise<Build | string> {
  const t = translator(context.language)
  const fileProblemText = ({ because, values }: FileProblem) => t(`main:import.file.${because}`, values)
  const text = context.form.csv || context.form.rows
  if (!text.trim()) return t('main:import.file.none')
  const sheet = readSheet(text, columnOf)
  if (isFileProblem(sheet)) return fileProblemText(sheet)
  const things = plannedThings(sheet.rows)
  if (things.length > maxThings) return t('main:import.file.things', { count: things.length, most: maxThings })
  const sites = things.filter(({ kind, duplicateOf }) => kind === 'site' && !duplicateOf).length
  if (sites > maxSites) return t('main:import.file.sites', { count: sites, most: maxSites })
  const [customer, groups, { controllers }, existing] = await Promise.all([
    context.read(tenant.getCustomer, { path: { id: at.customerId } }),
    context.read(contract.listSiteGroups, { path: { id: at.customerId }, query: { withoutCounts: true } }),
    context.catalogues(),
    findExisting(context.read, at.customerId, things),
  ])
  if (customer.tenantId !== at.tenantId) throw new Response(null, { status: 404 })
  if (customer.archived) return t('main:import.file.archived')
  const record = context.person.info.tenantUsers.find(({ tenantId }) => tenantId === at.tenantId)
  const rowContext: RowContext = {
    language: context.language,
    unit: record?.unit ?? 'metric',
    groups,
    models: controllers,
    mayAddDevices: context.may('device.write'),
  }
  const forms = formsFor(rowContext)
  const hostIds = new Map<string, PlannedThing>()
  const fates = importDecisions(things, {
    exists: (thing) => existing.has(thing),
    check: (thing) => [...problemsOf(thing, forms, rowContext), ...duplicateHostId(thing, hostIds)],
    isPartial: context.form.partial,
  })
  return { sheet, things, fates, existing, forms, rowContext }
}

/** Reports a host id that an earlier row already has. */
function duplicateHostId(thing: PlannedThing, byHostId: Map<string, PlannedThing>): RowProblem[] {
  const hostId = thing.kind === 'device' ? thing.cells.hostId?.toLowerCase() : undefined
  if (!hostId) return []
  const first = byHostId.get(hostId)
  if (!first) byHostId.set(hostId, thing)
  return first ? [{ column: 'hostId', key: 'main:import.problem.hostIdTwice', values: { row: first.row } }] : []
}

/** Returns the plan of a file, one row per thing. */
export function planBuild(build: Build): Plan {
  return { rows: build.things.map((thing) => planRow(thing, build)), unknown: build.sheet.unknown }
}

function planRow(thing: PlannedThing, build: Build): PlanRow {
  const fate = build.fates.get(thing) ?? { kind: 'waits', behind: null }
  const placeFields = [
    { name: rowFields.row, from: null, to: String(thing.row) },
    { name: rowFields.place, from: null, to: namesAbove(thing).join(' / ') || null },
  ]
  const path = thing.parent && build.existing.get(thing.parent)?.path
  const subject: Subject = { kind: thing.kind, id: thing.id, name: thing.name, ...(path ? { path } : {}) }
  if (fate.kind === 'build') {
    const row = editRow({ subject, before: null, after: formValuesOf(thing, build) })
    const hasSize = row.fields.some(({ name }) => name === 'size')
    const details = row.fields
      .filter(({ name }) => name !== 'name' && (name !== 'units' || hasSize))
      .map((field) => (field.name === 'siteGroupId' ? { ...field, to: thing.cells.group ?? null } : field))
    return { ...row, fields: [...placeFields, ...details] }
  }
  if (fate.kind === 'exists') return { subject, effect: 'same', fields: placeFields }
  return { subject, effect: 'skip', because: writeFate(fate), fields: placeFields }
}

/** Returns the values of a new thing for the trail, in the fields of its creation form. */
function formValuesOf(thing: PlannedThing, { forms, existing }: Build): InputValues {
  switch (thing.kind) {
    case 'site': {
      const form = forms.site(thing).data
      return form ? toInputValues(newSiteFields, form) : { name: thing.name }
    }
    case 'building': {
      const form = forms.building(thing).data
      const units = unitsOfSite(thing, { forms, existing })
      return form ? buildingToForm({ ...buildingBody(form, units), units }) : { name: thing.name }
    }
    case 'space': {
      const form = forms.space(thing).data
      return form ? toInputValues(spaceFields, form) : { name: thing.name }
    }
    case 'device': {
      const form = forms.device(thing).data
      const { name, productId = '', hostId = '', description = '', spaceServed = '' } = form ?? { name: thing.name }
      return { name, productId, hostId, description, spaceServed }
    }
  }
}

function unitsOfSite(
  { parent }: PlannedThing,
  { forms, existing }: Pick<Build, 'forms' | 'existing'>,
): string | null | undefined {
  return parent && (existing.get(parent)?.units ?? forms.site(parent).data?.units)
}

/** Creates one thing after the other, parents first; things below a failed one are not tried. */
export async function sendBuild(context: WorkContext<BuildForm>, build: Build, at: Place): Promise<void> {
  const ids = new Map([...build.existing].map(([thing, { id }]) => [thing, id]))
  const things = new Map(build.things.map((thing) => [thing.id, thing]))
  await forEachRow(context, async ({ subject }) => {
    const thing = things.get(subject.id)
    if (!thing) return notTried
    const parentId = thing.parent ? ids.get(thing.parent) : at.customerId
    if (!parentId) return notTried
    const created = await createThing(context, thing, { ...build, ids, parentId })
    if (!created) return
    ids.set(thing, created.id)
    context.setSubjectId(subject.id, {
      kind: thing.kind,
      id: created.id,
      name: created.name ?? thing.name,
      path: created.path,
    })
  })
}

interface CreatedThing extends Pick<Subject, 'id'> {
  name?: string | undefined
  path?: Subject['path'] | undefined
}

interface CreateInput extends Build {
  ids: ReadonlyMap<PlannedThing, string>
  parentId: string
}

/** Returns null for a thing that was created but cannot be identified among the existing ones. */
async function createThing(
  { read, write }: WorkContext<BuildForm>,
  thing: PlannedThing,
  input: CreateInput,
): Promise<CreatedThing | null> {
  const { forms, rowContext, ids, parentId } = input
  const only = [thing.id]
  const path = { id: parentId }
  const matches = isNamed(thing.name)
  switch (thing.kind) {
    case 'site': {
      const reply = await write(contract.createSite, { path, body: newSite(parsedData(forms.site(thing))) }, only)
      const among = () => read(contract.listSites, { path, query: { search: thing.name } })
      return findCreated(reply, { among, matches })
    }
    case 'building': {
      const body = buildingBody(parsedData(forms.building(thing)), unitsOfSite(thing, input))
      const reply = await write(contract.createBuilding, { path, body }, only)
      return findCreated(reply, { among: () => read(contract.listBuildings, { path }), matches })
    }
    case 'space': {
      const { building, parentSpaceId } = parentOfSpace(thing, ids)
      const body = { ...parsedData(forms.space(thing)), parentSpaceId }
      const reply = await write(contract.createSpace, { path: { id: building }, body }, only)
      return findCreated(reply, {
        among: () => read(contract.listSpaces, { path: { id: building } }),
        matches: (one) => matches(one) && (one.parentSpaceId ?? undefined) === parentSpaceId,
      })
    }
    case 'device': {
      const { quantity, productId, ...typed } = parsedData(forms.device(thing))
      const device = { ...typed, productId: productIdOf(productId, rowContext.models) }
      const reply = await write(contract.createDevices, { path, body: { device, quantity } }, only)
      const [created] = await findAllCreated(reply, {
        names: [thing.name],
        among: () => read(contract.listSpaceDevices, { path }),
      })
      return created ?? null
    }
  }
}

/** Returns the parsed form of a row, which the plan found valid. */
function parsedData<T>(parsed: { data?: T | undefined }): T {
  if (parsed.data === undefined) throw new Error('a row with a problem cannot be built')
  return parsed.data
}

/** Returns the building that a space is created in, and its parent space. */
function parentOfSpace(
  { parent }: PlannedThing,
  ids: ReadonlyMap<PlannedThing, string>,
): { building: string; parentSpaceId?: string } {
  const id = (thing: PlannedThing | null) => (thing && ids.get(thing)) ?? ''
  if (parent?.kind !== 'space') return { building: id(parent) }
  let building: PlannedThing | null = parent
  while (building?.kind === 'space') building = building.parent
  return { building: id(building), parentSpaceId: id(parent) }
}
