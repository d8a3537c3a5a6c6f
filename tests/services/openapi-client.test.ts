/** A client generated from each service's OpenAPI document: its types compile with the code that uses them, and it reads lists to their end. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import createClient, { type Client } from 'openapi-fetch'
import openapiTS, { astToString } from 'openapi-typescript'
import ts from 'typescript'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { basePaths, type ServiceName } from '../../services/contracts/endpoint'
import { customerIdOf, tenantIdOf } from '../../services/seed/people'
import { type Services, startTestServices } from '../harness/services'

const names = Object.keys(basePaths) as ServiceName[]

/** As a stranger writes it who has the documents alone. */
const usage = `
import type { Client } from 'openapi-fetch'
import type { components as Operations, paths as OperationsPaths } from './operations'
import type { components as SiteService, paths as SitePaths } from './site'
import type { components as TenantService } from './tenant'

type Site = SiteService['schemas']['Site']
type Device = SiteService['schemas']['Device']
type Point = SiteService['schemas']['PlacedPoint']
type Alarm = Operations['schemas']['Alarm']
type Failure = Operations['schemas']['Error']
export interface Place { tenantId: string; customerId: string }

const headersOf = ({ tenantId, customerId }: Place) => ({ 'x-tenant-id': tenantId, 'x-customer-id': customerId })
const taken = <Data>({ data, error }: { data?: Data; error?: Failure }): Data => {
  if (data === undefined) throw new Error(\`\${error?.errorCode} \${error?.key} \${error?.traceId}\`)
  return data
}

export async function sitesOf(client: Client<SitePaths>, place: Place) {
  const pages: Site[][] = []
  let continuationToken: string | undefined
  do {
    const { data, error, response } = await client.GET('/customers/{id}/sites', {
      params: { path: { id: place.customerId }, query: { pageSize: 2, continuationToken }, header: headersOf(place) },
    })
    pages.push(taken({ data, error }))
    const next = /<([^>]+)>; rel="next"/.exec(response.headers.get('Link') ?? '')?.[1]
    continuationToken = next ? (new URL(next, response.url).searchParams.get('continuationToken') ?? undefined) : undefined
  } while (continuationToken)
  return pages
}

export async function devicesOf(client: Client<SitePaths>, place: Place) {
  const pages: Device[][] = []
  let continuationToken: string | undefined
  do {
    const page: SiteService['schemas']['DevicePage'] = taken(await client.GET('/x/devices', {
      params: { query: { customerId: place.customerId, pageSize: 20, continuationToken }, header: headersOf(place) },
    }))
    pages.push(page.data)
    continuationToken = page.continuationToken ?? undefined
  } while (continuationToken)
  return pages
}

export async function pointsOf(client: Client<SitePaths>, place: Place, siteId: string) {
  const pages: Point[][] = []
  let continuationToken: string | undefined
  do {
    const page: SiteService['schemas']['PlacedPointPage'] = taken(await client.GET('/x/points', {
      params: { query: { siteId, pageSize: 200, continuationToken }, header: headersOf(place) },
    }))
    pages.push(page.data)
    continuationToken = page.continuationToken ?? undefined
  } while (continuationToken)
  return pages
}

export async function alarmsOf(client: Client<OperationsPaths>, place: Place) {
  const pages: Alarm[][] = []
  let continuationToken: string | null | undefined
  do {
    const page: Operations['schemas']['AlarmPage'] = taken(await client.POST('/alarms', {
      params: { header: headersOf(place) },
      body: { pageSize: 20, continuationToken },
    }))
    pages.push(page.data)
    continuationToken = page.continuationToken
  } while (continuationToken)
  return pages
}

export const rename = (client: Client<SitePaths>, site: Site) =>
  client.PUT('/sites/{id}', {
    params: { path: { id: site.id }, header: { 'If-Match': site.eTag, 'Idempotency-Key': site.id } },
    body: { name: site.name },
  })

/** Compiles only where these are always there and of these types. */
export const line = (site: Site, device: Device, point: Point, alarm: Alarm): string[] => [
  site.id, site.name, site.description, site.eTag, device.name, device.spaceId, device.eTag, point.name,
  alarm.eventState, alarm.severity, alarm.raisedAt, String(alarm.priority + 1),
]
export type Customer = TenantService['schemas']['Customer']

// @ts-expect-error what no service sends is no member
export const unknown = (site: Site) => site.colour
// @ts-expect-error what may be null is no text
export const nullable = (site: Site): string => site.siteGroupId
// @ts-expect-error a word that no alarm has
export const isOdd = (alarm: Alarm) => alarm.eventState === 'odd'
// @ts-expect-error a call that is not there
export const absent = (client: Client<SitePaths>) => client.GET('/nothing')
`

interface Place {
  tenantId: string
  customerId: string
}
type Rows = { id: string; name?: string }[]
type Listing = (client: Client<never>, place: Place, siteId?: string) => Promise<Rows[]>
type Usage = Record<'sitesOf' | 'devicesOf' | 'pointsOf' | 'alarmsOf', Listing>

let services: Services
let folder: string
const documents = new Map<
  ServiceName,
  { components: { schemas: Record<string, { required: string[]; properties: object }> } }
>()
beforeAll(async () => {
  services = await startTestServices()
  folder = await mkdtemp(join(tmpdir(), 'plantroom-client-'))
  await Promise.all(
    names.map(async (name) => {
      const document = await (await fetch(`${services.origin(name)}/openapi.json`)).json()
      documents.set(name, document)
      await writeFile(join(folder, `${name}.ts`), astToString(await openapiTS(document, { silent: true })))
    }),
  )
  await writeFile(join(folder, 'usage.ts'), usage)
})
afterAll(async () => {
  await services.close()
  await rm(folder, { recursive: true, force: true })
})

it('has types that compile together with the code that uses them', () => {
  const program = ts.createProgram(
    ['usage', ...names].map((name) => join(folder, `${name}.ts`)),
    {
      strict: true,
      noEmit: true,
      skipLibCheck: true,
      exactOptionalPropertyTypes: false,
      target: ts.ScriptTarget.ES2022,
      module: ts.ModuleKind.ESNext,
      moduleResolution: ts.ModuleResolutionKind.Bundler,
      lib: ['lib.es2022.d.ts', 'lib.dom.d.ts'],
      types: [],
      paths: { '*': [resolve('node_modules/*')] },
    },
  )
  const problems = ts.getPreEmitDiagnostics(program).map(({ file, start = 0, messageText }) => {
    const line = file ? file.getLineAndCharacterOfPosition(start).line + 1 : 0
    return `${file?.fileName.split('/').at(-1)}:${line} ${ts.flattenDiagnosticMessageText(messageText, '\n')}`
  })
  expect(problems).toEqual([])
})

it('reads sites, devices, points and alarms page by page to the end', async () => {
  const { outputText } = ts.transpileModule(await readFile(join(folder, 'usage.ts'), 'utf8'), {
    compilerOptions: { target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.ESNext },
  })
  const script = join(folder, 'usage.mjs')
  await writeFile(script, outputText)
  const { sitesOf, devicesOf, pointsOf, alarmsOf } = (await import(
    /* @vite-ignore */ pathToFileURL(script).href
  )) as Usage

  const token = await services.tokenFor('marcus')
  const clientOf = (name: ServiceName) =>
    createClient({
      baseUrl: services.origin(name) + basePaths[name],
      headers: { authorization: `Bearer ${token}` },
    }) as Client<never>
  const customerId = customerIdOf('CUS1004')
  const place = { tenantId: tenantIdOf(services.world, 'boreal'), customerId }
  const idsIn = (table: string, column: string, id: string) =>
    services.world.store.all<{ id: string }>(`SELECT id FROM ${table} WHERE ${column} = ?`, id).map((row) => row.id)
  const read = (pages: Rows[]) =>
    pages
      .flat()
      .map(({ id }) => id)
      .sort()

  const sites = await sitesOf(clientOf('site'), place)
  expect(sites.length).toBeGreaterThan(1)
  expect(read(sites)).toEqual(idsIn('site', 'customer_id', customerId).sort())

  const devices = await devicesOf(clientOf('site'), place)
  expect(devices.length).toBeGreaterThan(1)
  expect(read(devices)).toEqual(idsIn('device', 'customer_id', customerId).sort())

  const siteId = sites.flat()[0]?.id ?? ''
  const points = await pointsOf(clientOf('site'), place, siteId)
  expect(points.length).toBeGreaterThan(1)
  expect(read(points)).toEqual(
    idsIn('device', 'site_id', siteId)
      .flatMap((id) => idsIn('point', 'device_id', id))
      .sort(),
  )

  const alarms = await alarmsOf(clientOf('operations'), place)
  expect(alarms.length).toBeGreaterThan(1)
  expect(alarms.flat().every((alarm) => 'customerId' in alarm && alarm.customerId === customerId)).toBe(true)
  expect(new Set(read(alarms)).size).toBe(alarms.flat().length)

  // What the documents promise of each row is there, and nothing is that they do not describe.
  const promised: [ServiceName, string, Rows[]][] = [
    ['site', 'Site', sites],
    ['site', 'Device', devices],
    ['site', 'PlacedPoint', points],
    ['operations', 'Alarm', alarms],
  ]
  for (const [service, name, pages] of promised) {
    const { required, properties } = documents.get(service)?.components.schemas[name] ?? {}
    for (const row of pages.flat()) {
      expect(Object.keys(row), name).toEqual(expect.arrayContaining(required ?? []))
      expect(Object.keys(properties ?? {}), name).toEqual(expect.arrayContaining(Object.keys(row)))
    }
  }
})
