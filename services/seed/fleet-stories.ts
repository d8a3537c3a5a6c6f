/** The eight sites and eight controllers of the stories (domain §11.1). */
import type { BuildingPlan, FleetDevicePlan, SitePlan, SpacePlan } from './fleet-plan'

/** Basement, floors, and a rooftop, with an optional mezzanine above the first floor. */
interface BuildingShape {
  name: string
  floors: number
  mezzanine?: boolean
  words: { basement: string; floor: (number: number) => string; mezzanine: string; rooftop: string }
  /** Rooms and controllers by level: `basement`, `rooftop`, `mezzanine` or the floor's number. */
  rooms?: Readonly<Record<string, readonly SpacePlan[]>>
  devices?: Readonly<Record<string, readonly FleetDevicePlan[]>>
}

const english = { basement: 'Basement', floor: (n: number) => `Level ${n}`, mezzanine: 'Mezzanine', rooftop: 'Rooftop' }
const french = { basement: 'Sous-sol', floor: (n: number) => `Étage ${n}`, mezzanine: 'Mezzanine', rooftop: 'Toiture' }

function building({ name, floors, mezzanine, words, rooms = {}, devices = {} }: BuildingShape): BuildingPlan {
  const place = (key: string, space: SpacePlan): SpacePlan => ({
    ...space,
    subSpaces: rooms[key] ?? [],
    devices: devices[key] ?? [],
  })
  const spaces = [place('basement', { name: words.basement, kind: 'Basement' })]
  for (let floor = 1; floor <= floors; floor++)
    spaces.push(place(String(floor), { name: words.floor(floor), kind: 'Floor' }))
  if (mezzanine) spaces.push(place('mezzanine', { name: words.mezzanine, kind: 'Mezzanine' }))
  spaces.push(place('rooftop', { name: words.rooftop, kind: 'Rooftop' }))
  return { lan: 1, name, spaces }
}

const room = (
  name: string,
  devices: readonly FleetDevicePlan[] = [],
  subSpaces: readonly SpacePlan[] = [],
): SpacePlan => ({
  name,
  kind: 'Space',
  devices,
  subSpaces,
})

const ahu1: FleetDevicePlan = {
  key: 'story-1',
  name: 'AHU-1 Controller',
  model: 'ECY600',
  hostId: 'ECY600-0A1001',
  host: 11,
  description: 'Air handler of the lower twelve levels.',
  spaceServed: 'Levels 1 to 12',
}
const vav: FleetDevicePlan = {
  key: 'story-2',
  name: 'VAV 12-04',
  model: 'ECYVAV',
  hostId: 'ECYVAV-0A1002',
  host: 24,
  description: 'Variable air volume box above the east offices.',
  spaceServed: 'East offices',
}
const plant: FleetDevicePlan = {
  key: 'story-3',
  name: 'Plant Controller',
  model: 'ECYAPEX',
  hostId: 'ECYAPEX-0A1003',
  host: 12,
  description: 'Chiller, boiler and pumps.',
  spaceServed: 'Whole tower',
  behind: { gfx: 1, schedules: 1, trends: 1 },
}
const ahu2: FleetDevicePlan = {
  key: 'story-4',
  name: 'AHU-2 Controller',
  model: 'ECY303',
  hostId: 'ECY303-0A2001',
  host: 11,
  description: 'Centrale d’air des étages.',
  spaceServed: 'Étages 1 à 8',
  offlineHours: 5,
  injections: [{ kind: 'offline' }],
}
const lobby: FleetDevicePlan = {
  key: 'story-5',
  name: 'Lobby FCU',
  model: 'ECYPTU207',
  hostId: 'ECYPTU207-0A3001',
  host: 11,
  description: 'Ventilo-convecteur du hall.',
  spaceServed: 'Hall',
  behind: { gfx: 2, bacnet: 1, trends: 2 },
  injections: [{ kind: 'failInstall', params: { package: 'weather', version: '2.1.0', code: 'MISSING_LIBRARY' } }],
}
const operating: FleetDevicePlan = {
  key: 'story-6',
  name: 'OR Suite AHU',
  model: 'ECYS1000',
  hostId: 'ECYS1000-0A4001',
  host: 11,
  description: 'Air handler of the operating suite.',
  spaceServed: 'Operating rooms 1 to 6',
}
const thermostat: FleetDevicePlan = {
  key: 'story-7',
  name: 'Clinic Thermostat',
  model: 'ECYSTATR',
  hostId: '',
  host: 11,
  dhcp: true,
  description: 'Waiting to be onboarded.',
  spaceServed: 'Reception',
  properties: { $labelHostId: 'ECYSTATR-0A5001', $activationCode: '7K4M-Q2ZD' },
}
const supervisor: FleetDevicePlan = {
  key: 'story-8',
  name: 'Campus Supervisor',
  model: 'NIAGARA',
  hostId: 'Qnx-JVLN-0000-05AE-C01D',
  host: 11,
  description: 'Superviseur du campus.',
  spaceServed: 'Campus',
}

const quebec = { state: 'QC', country: 'CA', timeZone: 'America/Toronto', units: 'us' } as const

/** In the order of the table of domain §11.1. */
export const storySites: readonly SitePlan[] = [
  {
    number: 1,
    name: 'Place Boréale',
    customer: 'CUS1001',
    group: 'Québec offices',
    address: '1200, rue des Érables-Rouges',
    city: 'Montréal',
    postalCode: 'H3B 2E7',
    latitude: 45.5017,
    longitude: -73.5673,
    usage: 'Office',
    size: 620_000,
    ...quebec,
    description: 'Office tower with a shopping level.',
    buildings: [
      building({
        name: 'Tower A',
        floors: 12,
        mezzanine: true,
        words: english,
        rooms: {
          basement: [room('Central plant', [plant])],
          12: [room('East offices', [vav], [room('Meeting room 12-04')]), room('West offices')],
        },
        devices: { rooftop: [ahu1] },
      }),
    ],
  },
  {
    number: 2,
    name: 'Tour Laurier',
    customer: 'CUS1001',
    group: 'Québec offices',
    address: '75, avenue du Quai-Neuf',
    city: 'Québec',
    postalCode: 'G1R 4P5',
    latitude: 46.8139,
    longitude: -71.208,
    usage: 'Office',
    size: 340_000,
    ...quebec,
    description: 'Tour de bureaux.',
    buildings: [building({ name: 'Tour principale', floors: 8, words: french, devices: { rooftop: [ahu2] } })],
  },
  {
    number: 3,
    name: 'Carré Sainte-Foy',
    customer: 'CUS1001',
    group: 'Québec offices',
    address: '410, chemin de la Pépinière',
    city: 'Québec',
    postalCode: 'G1V 2L9',
    latitude: 46.779,
    longitude: -71.299,
    usage: 'Retail',
    size: 185_000,
    ...quebec,
    description: 'Galerie marchande.',
    buildings: [
      building({
        name: 'Galerie',
        floors: 2,
        mezzanine: true,
        words: french,
        rooms: { 1: [room('Hall', [lobby]), room('Aire de restauration')] },
      }),
    ],
  },
  {
    number: 4,
    name: 'Maple Ridge General',
    customer: 'CUS1002',
    group: 'Health campuses',
    address: '88 Alder Crescent',
    city: 'Toronto',
    state: 'ON',
    postalCode: 'M5G 2C4',
    country: 'CA',
    latitude: 43.6532,
    longitude: -79.3832,
    timeZone: 'America/Toronto',
    usage: 'Healthcare',
    size: 980_000,
    units: 'us',
    description: 'General hospital.',
    buildings: [
      building({
        name: 'Main pavilion',
        floors: 10,
        mezzanine: true,
        words: english,
        rooms: { 3: [room('Operating suite', [operating], [room('OR 1'), room('OR 2')]), room('Recovery')] },
      }),
    ],
  },
  {
    number: 5,
    name: 'Harbourview Clinic',
    customer: 'CUS1002',
    group: 'Health campuses',
    address: '1440 Tidewater Lane',
    city: 'Vancouver',
    state: 'BC',
    postalCode: 'V6B 1H4',
    country: 'CA',
    latitude: 49.2827,
    longitude: -123.1207,
    timeZone: 'America/Vancouver',
    usage: 'Healthcare',
    size: 120_000,
    units: 'us',
    description: 'Outpatient clinic.',
    buildings: [
      building({
        name: 'Clinic',
        floors: 3,
        words: english,
        rooms: { 1: [room('Reception', [thermostat]), room('Imaging')] },
      }),
    ],
  },
  {
    number: 6,
    name: 'Peachtree Data Hall',
    customer: 'CUS1002',
    group: null,
    address: '310 Ironbark Road',
    city: 'Atlanta',
    state: 'GA',
    postalCode: '30303',
    country: 'US',
    latitude: 33.749,
    longitude: -84.388,
    timeZone: 'America/New_York',
    usage: 'DataCentre',
    size: 75_000,
    units: 'us',
    description: 'Data hall of the network.',
    buildings: [
      building({
        name: 'Data hall',
        floors: 2,
        mezzanine: true,
        words: english,
        rooms: { 1: [room('White space A'), room('White space B')] },
      }),
    ],
  },
  {
    number: 7,
    name: 'Campus Saint-Rémi',
    customer: 'CUS1003',
    group: null,
    address: '14, allée des Platanes-Bleus',
    city: 'Lyon',
    state: null,
    postalCode: '69007',
    country: 'FR',
    latitude: 45.764,
    longitude: 4.8357,
    timeZone: 'Europe/Paris',
    usage: 'Education',
    size: 260_000,
    units: 'us',
    description: 'Campus principal.',
    buildings: [
      building({
        name: 'Bâtiment des Lettres',
        floors: 4,
        words: french,
        rooms: { basement: [room('Local technique', [supervisor])] },
      }),
    ],
  },
  {
    number: 8,
    name: 'Atelier Canut',
    customer: 'CUS1003',
    group: null,
    address: '6, montée des Navettes',
    city: 'Lyon',
    state: null,
    postalCode: '69004',
    country: 'FR',
    latitude: 45.778,
    longitude: 4.827,
    timeZone: 'Europe/Paris',
    usage: 'Mixed',
    size: 50_000,
    units: 'us',
    description: 'Ateliers et logements.',
    buildings: [
      building({
        name: 'Atelier',
        floors: 2,
        mezzanine: true,
        words: french,
        rooms: { 1: [room('Salle des métiers')] },
      }),
    ],
  },
]
