/** Who may import whom (design §3). */
import { describe, expect, test } from 'vitest'
import { circlesIn, type Source, sourcesIn } from './sources'

const app = sourcesIn('app')
const services = sourcesIn('services')

const isIn = (folder: string) => (path: string) => path === folder || path.startsWith(`${folder}/`)
const within = (sources: Source[], folder: string) => sources.filter((source) => isIn(folder)(source.path))

/** The imports of some sources that a rule forbids, as `file → import`. */
function offences(sources: Source[], isForbidden: (imported: string, source: Source) => boolean): string[] {
  return sources.flatMap((source) =>
    source.imports.filter((one) => isForbidden(one, source)).map((one) => `${source.path} → ${one}`),
  )
}

test('no file imports what imports it, not even a type', () => {
  expect(circlesIn([...app, ...services])).toEqual([])
})

describe('the console', () => {
  test('imports nothing of the services but their contracts', () => {
    expect(offences(app, (one) => one.startsWith('services/') && !one.startsWith('services/contracts/'))).toEqual([])
  })

  /** What puts the parts together: it may know every feature. */
  const composition = ['app/root.tsx', 'app/routes.ts', 'app/i18n/en/main.ts', 'app/i18n/fr/main.ts']

  test('has features that others import by what they share, and that nothing below imports', () => {
    const featureOf = (path: string) => /^app\/features\/([^/]+)\//.exec(path)?.[1]
    const isShared = (path: string) => /^app\/features\/[^/]+\/shared\//.test(path)
    const features = within(app, 'app/features')
    const below = app.filter(({ path }) => !isIn('app/features')(path) && !composition.includes(path))
    expect(offences(below, isIn('app/features'))).toEqual([])
    expect(
      offences(
        features.filter(({ path }) => featureOf(path)),
        (one, { path }) => isIn('app/features')(one) && featureOf(one) !== featureOf(path) && !isShared(one),
      ),
    ).toEqual([])
  })

  test('has rules, calls and pieces that know no kit', () => {
    const below = [...within(app, 'app/backend'), ...within(app, 'app/domain'), ...within(app, 'app/ui')]
    expect(offences(below, isIn('app/kit'))).toEqual([])
  })

  test('draws with pieces that know no route and no backend', () => {
    const unknown = ['app/features', 'app/backend', 'app/change', 'app/trail', 'app/session', 'app/store', 'services']
    expect(offences(within(app, 'app/ui'), (one) => unknown.some((folder) => isIn(folder)(one)))).toEqual([])
  })

  test('keeps its rules pure: no React, no server, no fetch', () => {
    const pure = app.filter(
      (source) =>
        isIn('app/domain')(source.path) || /^app\/(paths|hrefs|permissions|flags|views)\.ts$/.test(source.path),
    )
    expect(offences(pure, (one) => /^(react|@remix-run|node:|undici)/.test(one) || one.endsWith('.server'))).toEqual([])
    expect(pure.filter((source) => /\bfetch\(|process\.env/.test(source.text)).map((source) => source.path)).toEqual([])
  })

  test('opens the transport to reader and mutate, and to what reader is made of', () => {
    const users = app.filter(
      (source) =>
        source.imports.includes('app/backend/transport.server') &&
        /import \{[^}]*\b(callWithRetry|sendOnce)\b/.test(source.text),
    )
    expect(users.map((source) => source.path)).toEqual([
      'app/backend/catalogues.server.ts',
      'app/backend/person.server.ts',
      'app/backend/reader.server.ts',
      'app/change/stages/carry-out.server.ts',
    ])
    const writers = users.filter((source) =>
      /import \{[^}]*\bsendOnce\b[^}]*\} from '~\/backend\/transport\.server'/.test(source.text),
    )
    expect(writers.map((source) => source.path)).toEqual(['app/change/stages/carry-out.server.ts'])
  })

  test('writes files that are read while they are written in one place, where their errors are heard', () => {
    const writers = app.filter(({ text }) => /createReadableStreamFromReadable|Readable\.from\(/.test(text))
    expect(writers.map(({ path }) => path)).toEqual([])
  })

  test('reads the environment in one place', () => {
    const readers = app.filter((source) => /process\.env\b/.test(source.text)).map((source) => source.path)
    expect(readers.filter((path) => !/^app\/(config\.server\.ts|commands\/)/.test(path))).toEqual([])
  })
})

describe('the services', () => {
  test('have contracts that import only zod and each other', () => {
    expect(
      offences(within(services, 'services/contracts'), (one) => one !== 'zod' && !isIn('services/contracts')(one)),
    ).toEqual([])
  })

  test('never import one another', () => {
    const names = ['tenant', 'site', 'package', 'product', 'operations', 'device-configuration', 'designer', 'identity']
    const crossing = names.flatMap((name) =>
      offences(within(services, `services/${name}`), (one) =>
        names.some((other) => other !== name && isIn(`services/${other}`)(one)),
      ),
    )
    expect(crossing).toEqual([])
  })

  test('have a kit and a history that know no service', () => {
    // The world holds the links of its controllers.
    const known = [
      'services/kit',
      'services/history',
      'services/contracts',
      'services/link/port',
      'services/link/registry',
      'services/link/refusal-codes',
    ]
    expect(
      offences(
        [...within(services, 'services/kit'), ...within(services, 'services/history')],
        (one) => isIn('services')(one) && !known.some((folder) => isIn(folder)(one)),
      ),
    ).toEqual([])
  })

  /** What the parts of the operations service may import of one another. */
  const partsKnownTo: Readonly<Record<string, readonly string[]>> = {
    alarms: ['rules'],
    faults: ['rules'],
    rules: ['alarms', 'faults', 'variables'],
    schedules: [],
    variables: ['faults', 'rules'],
  }

  test.each(Object.entries(partsKnownTo))('have operations whose %s know their few neighbours', (part, known) => {
    const partOf = (path: string) => /^services\/operations\/(\w+)\//.exec(`${path}/`)?.[1]
    const crossing = offences(within(services, `services/operations/${part}`), (one) => {
      const other = partOf(one)
      const isPart = other !== undefined && other in partsKnownTo
      return isPart && other !== part && !known.includes(other)
    })
    expect(crossing).toEqual([])
  })

  /** Composes the services, or seeds what the simulation runs on. */
  const composition = ['services/start', 'services/seed']

  test('know a controller by its link: nothing else imports the simulation', () => {
    const others = services.filter(
      ({ path }) => ![...composition, 'services/simulation'].some((folder) => path.startsWith(folder)),
    )
    expect(offences(others, isIn('services/simulation'))).toEqual([])
  })

  /** What the simulation still shares with the services whose controllers it stands for; the list only becomes shorter. */
  const sharedWithSimulation = [
    // Backups, until their content is an answer of the link.
    'services/device-configuration/bacnet-records',
    'services/device-configuration/gfx-files',
    // The graphics that are built, and that seeded controllers were delivered with.
    'services/device-configuration/gfx-project',
    // The shape of settings that were sent.
    'services/device-configuration/time-records',
    // What a schedule does at a moment.
    'services/operations/schedules/resolution',
    // The building of the evaluation, which becomes that of a network and back.
    'services/operations/schedules/controller-copy',
    'services/site/points/write-history',
    // The packages of a model.
    'services/site/packages/installed',
    'services/site/packages/status',
    'services/site/points/priority-array',
  ]

  test('are reported to by the simulation as by any link: it imports few parts of a service, and none that moves work', () => {
    const simulation = within(services, 'services/simulation')
    const owners = ['services/site', 'services/operations', 'services/device-configuration']
    const imported = simulation.flatMap(({ imports }) =>
      imports.filter((one) => owners.some((name) => isIn(name)(one))),
    )
    expect([...new Set(imported)].sort()).toEqual([...sharedWithSimulation].sort())
    const records = ['connection', 'events', 'schedules', 'work'].map((name) => `services/link/${name}`)
    expect(offences(simulation, (one) => records.includes(one))).toEqual([])
  })

  test('have a BACnet client that knows no service, and a link that knows the port', () => {
    const isLink = isIn('services/bacnet/link')
    const bacnet = within(services, 'services/bacnet')
    const isOwn = (one: string) => one.startsWith('node:') || isIn('services/bacnet')(one)
    const client = bacnet.filter(({ path }) => !isLink(path))
    const link = bacnet.filter(({ path }) => isLink(path))
    const port = ['services/link/port', 'services/link/link-server', 'services/contracts']
    expect([client.length, link.length]).not.toContain(0)
    expect(offences(client, (one) => !isOwn(one) || isLink(one))).toEqual([])
    expect(offences(link, (one) => !isOwn(one) && !port.some((folder) => isIn(folder)(one)))).toEqual([])
  })

  test('know nothing of the console', () => {
    expect(offences(services, isIn('app'))).toEqual([])
  })
})
