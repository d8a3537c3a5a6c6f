/** Plans and builds what an import file describes and does not exist yet (journey 12, design §7). */
import { z } from 'zod'
import { site as contract } from '#contracts/site'
import { tenant } from '#contracts/tenant'
import type { Desk, WorkDesk } from '~/change/desk'
import { eachRow, notTried } from '~/change/each-row'
import type { FileFields } from '~/change/file-field'
import { isNamed, madeThing, madeThings } from '~/change/made'
import type { Plan, PlanRow } from '~/change/plan'
import { type Fate, fatesOf, namesAbove, type RowProblem, type Thing, thingsIn } from '~/domain/site-plan'
import { type FileProblem, isFileProblem, readSheet, type Sheet } from '~/domain/site-sheet'
import type { Place } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { editRow } from '~/screens/edit/edit-row'
import { type FilledIn, filledWith } from '~/screens/edit/fields'
import { filledBuilding, sentBuilding } from '~/things/building/form'
import { productIdOf } from '~/things/device/form'
import { newSiteFields } from '~/things/site/fields'
import { newSite } from '~/things/site/form'
import { spaceFields } from '~/things/space/fields'
import type { Subject } from '~/trail/record'
import { rowFields, writeFate } from './answers'
import { type Standing, standing } from './standing.server'
import { type Forms, formsFor, type Judging, problemsOf } from './wanted.server'
import { meaningOf } from './words.server'

/** Bytes of a file, and characters of its text or of pasted rows: each line end can grow by one in transit. */
const mostBytes = 1_000_000
const mostCharacters = 1_050_000

/** The text of the file replaces its field, so that the plan can post it again. */
export const buildFiles: FileFields = {
  csv: { maxBytes: mostBytes, isText: true, tooLarge: 'errors:upload.rowsTooLarge' },
}
/** Sites per file, and rows of all kinds: the limit of one change. */
const mostSites = 20
export const mostThings = 1_000

export const BuildForm = z.object({
  /** The text of the uploaded file; `rows` has pasted rows instead. */
  csv: z.string().max(mostCharacters, 'errors:upload.rowsTooLarge').default(''),
  rows: z.string().max(mostCharacters, 'errors:upload.rowsTooLarge').default(''),
  /** Whether to build the rows without problems when others have some. */
  partial: z.boolean().default(false),
})
export type BuildForm = z.infer<typeof BuildForm>

/** A parsed file with what exists of it. */
export interface Build {
  sheet: Sheet
  things: Thing[]
  fates: Map<Thing, Fate>
  found: Map<Thing, Standing>
  forms: Forms
  judging: Judging
}

type BuildDesk = Pick<Desk<BuildForm>, 'form' | 'person' | 'language' | 'may' | 'read' | 'catalogues'>

/** Reads a file and what exists of it. Returns a sentence when the file is invalid or the customer is archived. */
export async function readBuild(desk: BuildDesk, at: Place): Promise<Build | string> {
  const t = translator(desk.language)
  const told = ({ because, values }: FileProblem) => t(`main:import.file.${because}`, values)
  const text = desk.form.csv || desk.form.rows
  if (!text.trim()) return t('main:import.file.none')
  const sheet = readSheet(text, meaningOf)
  if (isFileProblem(sheet)) return told(sheet)
  const things = thingsIn(sheet.rows)
  if (things.length > mostThings) return t('main:import.file.things', { count: things.length, most: mostThings })
  const sites = things.filter(({ kind, twin }) => kind === 'site' && !twin).length
  if (sites > mostSites) return t('main:import.file.sites', { count: sites, most: mostSites })
  const [customer, groups, { controllers }, found] = await Promise.all([
    desk.read(tenant.getCustomer, { path: { id: at.customerId } }),
    desk.read(contract.listSiteGroups, { path: { id: at.customerId } }),
    desk.catalogues(),
    standing(desk.read, at.customerId, things),
  ])
  if (customer.tenantId !== at.tenantId) throw new Response(null, { status: 404 })
  if (customer.archived) return t('main:import.file.archived')
  const record = desk.person.info.tenantUsers.find(({ tenantId }) => tenantId === at.tenantId)
  const judging: Judging = {
    language: desk.language,
    unit: record?.unit ?? 'metric',
    groups,
    models: controllers,
    mayAddDevices: desk.may('device.write'),
  }
  const forms = formsFor(judging)
  const hostIds = new Map<string, Thing>()
  const fates = fatesOf(things, {
    exists: (thing) => found.has(thing),
    check: (thing) => [...problemsOf(thing, forms, judging), ...hostIdTwice(thing, hostIds)],
    isPartial: desk.form.partial,
  })
  return { sheet, things, fates, found, forms, judging }
}

/** Reports a host id that an earlier row already has. */
function hostIdTwice(thing: Thing, known: Map<string, Thing>): RowProblem[] {
  const hostId = thing.kind === 'device' ? thing.cells.hostId?.toLowerCase() : undefined
  if (!hostId) return []
  const first = known.get(hostId)
  if (!first) known.set(hostId, thing)
  return first ? [{ column: 'hostId', key: 'main:import.problem.hostIdTwice', values: { row: first.row } }] : []
}

/** Returns the plan of a file, one row per thing. */
export function planBuild(build: Build): Plan {
  return { rows: build.things.map((thing) => planRow(thing, build)), unknown: build.sheet.unknown }
}

function planRow(thing: Thing, build: Build): PlanRow {
  const fate = build.fates.get(thing) ?? { kind: 'waits', behind: null }
  const where = [
    { name: rowFields.row, from: null, to: String(thing.row) },
    { name: rowFields.place, from: null, to: namesAbove(thing).join(' / ') || null },
  ]
  const path = thing.parent && build.found.get(thing.parent)?.path
  const subject: Subject = { kind: thing.kind, id: thing.id, name: thing.name, ...(path ? { path } : {}) }
  if (fate.kind === 'build') {
    const row = editRow({ subject, before: null, after: shownOf(thing, build) })
    const hasSize = row.fields.some(({ name }) => name === 'size')
    const says = row.fields
      .filter(({ name }) => name !== 'name' && (name !== 'units' || hasSize))
      .map((field) => (field.name === 'siteGroupId' ? { ...field, to: thing.cells.group ?? null } : field))
    return { ...row, fields: [...where, ...says] }
  }
  if (fate.kind === 'exists') return { subject, effect: 'same', fields: where }
  return { subject, effect: 'skip', because: writeFate(fate), fields: where }
}

/** Returns the values of a new thing for the trail, in the fields of its creation form. */
function shownOf(thing: Thing, { forms, found }: Build): FilledIn {
  switch (thing.kind) {
    case 'site': {
      const form = forms.site(thing).data
      return form ? filledWith(newSiteFields, form) : { name: thing.name }
    }
    case 'building': {
      const form = forms.building(thing).data
      const units = unitsOfSite(thing, { forms, found })
      return form ? filledBuilding({ ...sentBuilding(form, units), units }) : { name: thing.name }
    }
    case 'space': {
      const form = forms.space(thing).data
      return form ? filledWith(spaceFields, form) : { name: thing.name }
    }
    case 'device': {
      const form = forms.device(thing).data
      const { name, productId = '', hostId = '', description = '', spaceServed = '' } = form ?? { name: thing.name }
      return { name, productId, hostId, description, spaceServed }
    }
  }
}

function unitsOfSite({ parent }: Thing, { forms, found }: Pick<Build, 'forms' | 'found'>): string | null | undefined {
  return parent && (found.get(parent)?.units ?? forms.site(parent).data?.units)
}

/** Creates one thing after the other, parents first; things below a failed one are not tried. */
export async function carryOutBuild(desk: WorkDesk<BuildForm>, build: Build, at: Place): Promise<void> {
  const ids = new Map([...build.found].map(([thing, { id }]) => [thing, id]))
  const things = new Map(build.things.map((thing) => [thing.id, thing]))
  await eachRow(desk, async ({ subject }) => {
    const thing = things.get(subject.id)
    if (!thing) return notTried
    const parentId = thing.parent ? ids.get(thing.parent) : at.customerId
    if (!parentId) return notTried
    const made = await make(desk, thing, { ...build, ids, parentId })
    if (!made) return
    ids.set(thing, made.id)
    desk.became(subject.id, { kind: thing.kind, id: made.id, name: made.name ?? thing.name, path: made.path })
  })
}

interface Built extends Pick<Subject, 'id'> {
  name?: string | undefined
  path?: Subject['path'] | undefined
}

interface Making extends Build {
  ids: ReadonlyMap<Thing, string>
  parentId: string
}

/** Returns null for a thing that was created but cannot be identified among the existing ones. */
async function make({ read, write }: WorkDesk<BuildForm>, thing: Thing, making: Making): Promise<Built | null> {
  const { forms, judging, ids, parentId } = making
  const only = [thing.id]
  const path = { id: parentId }
  const isIt = isNamed(thing.name)
  switch (thing.kind) {
    case 'site': {
      const told = await write(contract.createSite, { path, body: newSite(given(forms.site(thing))) }, only)
      const among = () => read(contract.listSites, { path, query: { search: thing.name } })
      return madeThing(told, { among, isIt })
    }
    case 'building': {
      const body = sentBuilding(given(forms.building(thing)), unitsOfSite(thing, making))
      const told = await write(contract.createBuilding, { path, body }, only)
      return madeThing(told, { among: () => read(contract.listBuildings, { path }), isIt })
    }
    case 'space': {
      const { building, parentSpaceId } = aboveSpace(thing, ids)
      const body = { ...given(forms.space(thing)), parentSpaceId }
      const told = await write(contract.createSpace, { path: { id: building }, body }, only)
      return madeThing(told, {
        among: () => read(contract.listSpaces, { path: { id: building } }),
        isIt: (one) => isIt(one) && (one.parentSpaceId ?? undefined) === parentSpaceId,
      })
    }
    case 'device': {
      const { quantity, productId, ...typed } = given(forms.device(thing))
      const device = { ...typed, productId: productIdOf(productId, judging.models) }
      const told = await write(contract.createDevices, { path, body: { device, quantity } }, only)
      const [made] = await madeThings(told, {
        names: [thing.name],
        among: () => read(contract.listSpaceDevices, { path }),
      })
      return made ?? null
    }
  }
}

/** Returns the parsed form of a row, which the plan found valid. */
function given<T>(parsed: { data?: T | undefined }): T {
  if (parsed.data === undefined) throw new Error('a row with a problem was to be built')
  return parsed.data
}

/** Returns the building that a space is created in, and its parent space. */
function aboveSpace({ parent }: Thing, ids: ReadonlyMap<Thing, string>): { building: string; parentSpaceId?: string } {
  const id = (thing: Thing | null) => (thing && ids.get(thing)) ?? ''
  if (parent?.kind !== 'space') return { building: id(parent) }
  let building: Thing | null = parent
  while (building?.kind === 'space') building = building.parent
  return { building: id(building), parentSpaceId: id(parent) }
}
