/**
 * A fleet for bulk work: Université Montcalm, three campuses, eight buildings, sixty spaces, 120 controllers (domain
 * §11.1). The twenty of the Pavillon des Sciences share one subnet.
 */
import type { BuildingPlan, FleetDevicePlan, SitePlan, SpacePlan } from './fleet-plan'

type Model = 'ECYVAV' | 'ECY303' | 'ECYPTU207' | 'ECY600' | 'ECYAPEX'

interface Block {
  /** Part of the names of its controllers. */
  code: string
  name: string
  mezzanine: boolean
  counts: Partial<Record<Model, number>>
}

/** 90 + 12 + 10 + 6 + 2 controllers. */
const blocks: readonly Block[] = [
  { code: 'SCI', name: 'Pavillon des Sciences', mezzanine: true, counts: { ECYVAV: 17, ECY303: 2, ECYPTU207: 1 } },
  {
    code: 'BIB',
    name: 'Bibliothèque',
    mezzanine: true,
    counts: { ECYVAV: 11, ECY303: 1, ECYPTU207: 1, ECY600: 1, ECYAPEX: 1 },
  },
  {
    code: 'DRO',
    name: 'Faculté de droit',
    mezzanine: true,
    counts: { ECYVAV: 11, ECY303: 1, ECYPTU207: 1, ECY600: 1, ECYAPEX: 1 },
  },
  {
    code: 'ART',
    name: 'Pavillon des Arts',
    mezzanine: true,
    counts: { ECYVAV: 11, ECY303: 1, ECYPTU207: 1, ECY600: 1 },
  },
  {
    code: 'MED',
    name: 'Faculté de médecine',
    mezzanine: false,
    counts: { ECYVAV: 10, ECY303: 2, ECYPTU207: 1, ECY600: 1 },
  },
  {
    code: 'REC',
    name: 'Centre de recherche',
    mezzanine: false,
    counts: { ECYVAV: 10, ECY303: 2, ECYPTU207: 1, ECY600: 1 },
  },
  { code: 'GEN', name: 'École de génie', mezzanine: false, counts: { ECYVAV: 10, ECY303: 2, ECYPTU207: 1, ECY600: 1 } },
  { code: 'RES', name: 'Résidences', mezzanine: false, counts: { ECYVAV: 10, ECY303: 1, ECYPTU207: 3 } },
]

const words: Record<Model, { prefix: string; description: string; served: string }> = {
  ECYVAV: { prefix: 'VAV', description: 'Boîte à volume d’air variable.', served: 'Salles de cours' },
  ECY303: { prefix: 'AHU', description: 'Centrale de traitement d’air.', served: 'Pavillon' },
  ECYPTU207: { prefix: 'FCU', description: 'Ventilo-convecteur.', served: 'Hall' },
  ECY600: { prefix: 'PLT', description: 'Chaufferie et eau glacée.', served: 'Pavillon' },
  ECYAPEX: { prefix: 'SUP', description: 'Superviseur du pavillon.', served: 'Pavillon' },
}

/** Properties of single controllers, by their key. */
const traits: Readonly<Record<string, Partial<FleetDevicePlan> & { activationCode?: string }>> = {
  // The network journey: one waits, one rolls back, one rejects.
  'SCI-ECYVAV-6': { offlineHours: 3, injections: [{ kind: 'offline' }] },
  'SCI-ECYVAV-9': { injections: [{ kind: 'unreachable' }] },
  'SCI-ECYVAV-12': { injections: [{ kind: 'rejectConfig', params: { type: 'network', code: 'NET-207' } }] },
  // The other silent controllers.
  'MED-ECYVAV-4': { offlineHours: 30, injections: [{ kind: 'offline' }] },
  'RES-ECY303-1': { offlineHours: 75, injections: [{ kind: 'offline' }] },
  // Installed but not onboarded yet: only the label is known.
  'BIB-ECYVAV-11': { activationCode: '3VHT-91XA' },
  'GEN-ECYPTU207-1': { activationCode: 'W5N2-D8PK' },
  // Outdated packages: fourteen.
  'BIB-ECYVAV-2': { behind: { gfx: 1 } },
  'BIB-ECY303-1': { behind: { gfx: 1, trends: 1 } },
  'ART-ECYVAV-1': { behind: { gfx: 1 } },
  'ART-ECYVAV-8': { behind: { trends: 1 } },
  'ART-ECYVAV-9': { behind: { gfx: 2, bacnet: 1 } },
  'ART-ECY600-1': { behind: { platform: 1 } },
  'MED-ECYVAV-8': { behind: { gfx: 1, alarms: 1 } },
  'MED-ECY303-2': { behind: { schedules: 1 } },
  'REC-ECYVAV-5': { behind: { trends: 2 } },
  'REC-ECYPTU207-1': { behind: { gfx: 1 } },
  'GEN-ECYVAV-4': { behind: { bacnet: 1 } },
  'RES-ECYVAV-2': { behind: { gfx: 2 } },
  'RES-ECYVAV-9': { behind: { alarms: 1 } },
  // Lists one package twice, the newest among them.
  'ART-ECYVAV-6': { behind: { trends: -1 } },
  // Saved and not sent, or sent without success.
  'BIB-ECYVAV-7': { dirty: ['bacnet'] },
  'BIB-ECYVAV-8': { dirty: ['bacnet'] },
  'REC-ECY303-1': { dirty: ['time'] },
  'GEN-ECYVAV-8': { dirty: ['bacnet', 'time'] },
  'MED-ECY600-1': { failedSend: { type: 'time', code: 'NTP_REFUSED' } },
  // Licences that need attention: too few points, exceeded, missing, and one that expires in three weeks.
  'GEN-ECY600-1': { behind: { gfx: 1, 'remote-tunneling': 1 }, licence: { points: 12 } },
  'MED-ECYVAV-6': { licence: { points: 100, endsInDays: -9 } },
  'MED-ECYVAV-2': { licence: 'missing' },
  'BIB-ECYVAV-5': { licence: { points: 100, endsInDays: 21 } },
  'BIB-ECYVAV-6': { licence: { points: 17 } },
}

const weatherFails = {
  kind: 'failInstall',
  params: { package: 'weather', version: '2.1.0', code: 'MISSING_LIBRARY' },
} as const

function block(plan: Block, at: number, lan: number): BuildingPlan {
  const of = (model: Model) =>
    Array.from({ length: plan.counts[model] ?? 0 }, (_, index) => controller(plan, at, { model, number: index + 1 }))
  const boxes = of('ECYVAV')
  const share = (part: number, parts: number) => boxes.filter((_, index) => index % parts === part)
  const wing = (name: string, devices: readonly FleetDevicePlan[]): SpacePlan => ({
    name,
    kind: 'Space',
    usage: 'Education',
    devices,
  })
  return {
    lan,
    name: plan.name,
    spaces: [
      { name: 'Sous-sol', kind: 'Basement', devices: [...of('ECY600'), ...of('ECYAPEX')] },
      { name: 'Étage 1', kind: 'Floor', usage: 'Education', devices: [...share(0, 4), ...of('ECYPTU207')] },
      {
        name: 'Étage 2',
        kind: 'Floor',
        usage: 'Education',
        subSpaces: [wing('Aile est', share(1, 4)), wing('Aile ouest', share(2, 4))],
      },
      { name: 'Étage 3', kind: 'Floor', usage: 'Education', devices: share(3, 4) },
      ...(plan.mezzanine ? [{ name: 'Mezzanine', kind: 'Mezzanine' } as const] : []),
      { name: 'Toiture', kind: 'Rooftop', devices: of('ECY303') },
    ],
  }
}

const models: readonly Model[] = ['ECYVAV', 'ECY303', 'ECYPTU207', 'ECY600', 'ECYAPEX']

function controller(plan: Block, at: number, { model, number }: { model: Model; number: number }): FleetDevicePlan {
  const key = `${plan.code}-${model}-${number}`
  const hex = (0x1c0000 + (at + 1) * 0x100 + models.indexOf(model) * 0x20 + number).toString(16).toUpperCase()
  const { prefix, description, served } = words[model]
  const hostId = `${model}-${hex}`
  const { activationCode, ...trait } = traits[key] ?? {}
  return {
    key: `montcalm-${key}`,
    name: `${prefix} ${plan.code}-${String(number).padStart(2, '0')}`,
    model,
    hostId: activationCode ? '' : hostId,
    ...(activationCode && { properties: { $labelHostId: hostId, $activationCode: activationCode } }),
    description,
    spaceServed: served,
    host: 10 + models.indexOf(model) * 20 + number,
    bridged: model === 'ECY600',
    dhcp: plan.code === 'RES' && model === 'ECYPTU207',
    ...trait,
    injections: [...(model === 'ECYPTU207' ? [weatherFails] : []), ...(trait.injections ?? [])],
  }
}

const campus = {
  customer: 'CUS1004',
  group: 'Montcalm campuses',
  state: 'QC',
  country: 'CA',
  timeZone: 'America/Toronto',
  usage: 'Education',
  units: 'metric',
} as const
const buildings = blocks.map((plan, at) => (lan: number) => block(plan, at, lan))
const some = (from: number, to: number) => buildings.slice(from, to).map((build, index) => build(index + 1))

export const montcalmSites: readonly SitePlan[] = [
  {
    number: 41,
    name: 'Campus Montcalm',
    address: '2500, allée du Savoir',
    city: 'Québec',
    postalCode: 'G1V 0A6',
    latitude: 46.7817,
    longitude: -71.2747,
    size: 84_000,
    description: 'Le campus principal.',
    ...campus,
    buildings: some(0, 4),
  },
  {
    number: 42,
    name: 'Campus du Saguenay',
    address: '555, boulevard des Bleuets',
    city: 'Saguenay',
    postalCode: 'G7H 2B1',
    latitude: 48.4284,
    longitude: -71.0537,
    size: 36_000,
    description: 'Médecine et recherche.',
    ...campus,
    buildings: some(4, 6),
  },
  {
    number: 43,
    name: 'Campus de l’Estrie',
    address: '90, rue de la Forge-Verte',
    city: 'Sherbrooke',
    postalCode: 'J1K 2R1',
    latitude: 45.3781,
    longitude: -71.9288,
    size: 31_000,
    description: 'Génie et résidences.',
    ...campus,
    buildings: some(6, 8),
  },
]
