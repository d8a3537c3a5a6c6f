/** The graphics of two campuses of Université Montcalm: plans, air handlers, plants and a floor, by their controllers. */
import type { DesignerElement } from '../contracts/designer-page'
import type { World } from '../kit/world'
import { pointsByName, type SeededDrawing } from './designer-points'
import { deviceIdOf } from './fleet-write'

type Spot = readonly [x: number, y: number]

const sheet = { width: 960, isHome: false }

/** A building of a plan, with the corner where its readings start and the page of its air handler. */
interface Pavilion {
  code: string
  name: string
  outline: Spot[]
  at: Spot
  hasPlant: boolean
}

interface Campus {
  key: string
  siteNumber: number
  name: string
  version: string
  grounds: DesignerElement[]
  pavilions: Pavilion[]
  /** Codes of the buildings with a second air handler. */
  seconds: string[]
  hasFloor: boolean
}

const campuses: readonly Campus[] = [
  {
    key: 'campus-montcalm',
    siteNumber: 41,
    name: 'Synoptiques du campus',
    version: '2.1.0',
    grounds: [
      { kind: 'area', of: 'ground', outline: at('20,20 470,20 470,270 20,270') },
      { kind: 'area', of: 'ground', outline: at('530,20 940,20 940,270 530,270') },
      { kind: 'area', of: 'ground', outline: at('20,330 470,330 470,560 20,560') },
      { kind: 'area', of: 'ground', outline: at('530,330 940,330 940,560 530,560') },
      { kind: 'area', of: 'road', outline: at('0,284 960,284 960,316 0,316') },
      { kind: 'area', of: 'road', outline: at('484,0 516,0 516,600 484,600') },
      {
        kind: 'area',
        of: 'water',
        outline: at('0,600 0,586 120,578 260,574 400,580 540,586 680,582 820,575 960,580 960,600'),
      },
      { kind: 'text', x: 30, y: 305, text: 'Allée du Savoir' },
    ],
    pavilions: [
      {
        code: 'SCI',
        name: 'Pavillon des Sciences',
        outline: at('50,45 450,45 450,185 340,185 340,245 50,245'),
        at: [70, 75],
        hasPlant: false,
      },
      {
        code: 'BIB',
        name: 'Bibliothèque',
        outline: at('550,45 930,45 930,245 550,245'),
        at: [566, 75],
        hasPlant: true,
      },
      {
        code: 'DRO',
        name: 'Faculté de droit',
        outline: at('50,350 410,350 450,390 450,540 50,540'),
        at: [70, 380],
        hasPlant: true,
      },
      {
        code: 'ART',
        name: 'Pavillon des Arts',
        outline: at('550,350 930,350 930,540 620,540 550,490'),
        at: [566, 380],
        hasPlant: true,
      },
    ],
    seconds: ['SCI'],
    hasFloor: true,
  },
  {
    key: 'campus-saguenay',
    siteNumber: 42,
    name: 'Synoptiques du Saguenay',
    version: '1.0.2',
    grounds: [
      { kind: 'area', of: 'ground', outline: at('20,20 940,20 940,330 20,330') },
      {
        kind: 'area',
        of: 'water',
        outline: at('0,412 120,400 260,396 400,404 540,412 680,408 820,398 960,404 960,440 0,440'),
      },
      { kind: 'area', of: 'road', outline: at('0,344 960,344 960,372 0,372') },
      { kind: 'text', x: 30, y: 363, text: 'Boulevard des Bleuets' },
    ],
    pavilions: [
      {
        code: 'MED',
        name: 'Faculté de médecine',
        outline: at('50,60 450,60 450,290 250,290 250,250 50,250'),
        at: [70, 90],
        hasPlant: true,
      },
      {
        code: 'REC',
        name: 'Centre de recherche',
        outline: at('510,60 910,60 910,250 720,250 720,290 510,290'),
        at: [526, 90],
        hasPlant: true,
      },
    ],
    seconds: ['MED', 'REC'],
    hasFloor: false,
  },
]

/** Returns the projects; their controllers and points must exist. */
export function campusDrawings(world: World) {
  return campuses.map((campus) => {
    const { key, siteNumber, name, version, pavilions, seconds, hasFloor } = campus
    const handlers = pavilions.flatMap(({ code, hasPlant }) =>
      (seconds.includes(code) ? [1, 2] : [1]).map((number) => airHandlerPage(world, code, number, hasPlant)),
    )
    const plants = pavilions.filter(({ hasPlant }) => hasPlant).map((pavilion) => plantPage(world, pavilion))
    return {
      key,
      siteNumber,
      name,
      version,
      drawings: [planPage(world, campus), ...handlers, ...plants, ...(hasFloor ? [floorPage(world)] : [])],
    }
  })
}

/** Returns the corners in a text of pairs. */
function at(pairs: string): [number, number][] {
  return pairs.split(' ').map((pair) => pair.split(',').map(Number) as [number, number])
}

/** Returns functions for the readings and symbols of one controller. */
function controllerOf(world: World, key: string) {
  const deviceId = deviceIdOf(`montcalm-${key}`)
  const find = pointsByName(world, deviceId)
  return {
    value: (name: string, label: string, [x, y]: Spot, setpoint?: string): DesignerElement => ({
      kind: 'value',
      x,
      y,
      label,
      deviceId,
      pointId: find(name),
      ...(setpoint !== undefined && { setpointId: find(setpoint) }),
    }),
    symbol: (
      symbol: (DesignerElement & { kind: 'symbol' })['symbol'],
      [x, y]: Spot,
      more: { name?: string; size?: number; turned?: 90 | 180 | 270 } = {},
    ): DesignerElement => {
      const { name, ...rest } = more
      return { kind: 'symbol', symbol, x, y, ...rest, ...(name !== undefined && { deviceId, pointId: find(name) }) }
    },
  }
}

const arrow = ([x, y]: Spot, turned: 0 | 90 | 180 | 270 = 0): DesignerElement => ({
  kind: 'symbol',
  symbol: 'arrow',
  x,
  y,
  turned,
})
const duct = (from: [number, number], to: [number, number], width: number): DesignerElement => ({
  kind: 'duct',
  from,
  to,
  of: 'air',
  width,
})
const pipe = (of: 'hot' | 'cold', pairs: string, isReturn = false): DesignerElement => ({
  kind: 'pipe',
  of,
  through: at(pairs),
  ...(isReturn && { isReturn }),
})
const link = (label: string, page: string, [x, y]: Spot): DesignerElement => ({
  kind: 'link',
  x,
  y,
  width: 150,
  height: 32,
  label,
  page,
})

const two = (number: number) => String(number).padStart(2, '0')
const handlerPath = (code: string, number = 1) => `cta-${code.toLowerCase()}-${two(number)}.dg5`
const plantPath = (code: string) => `chaufferie-${code.toLowerCase()}.dg5`

function planPage(world: World, { grounds, pavilions, siteNumber }: Campus): SeededDrawing {
  return {
    ...sheet,
    path: 'index.dg5',
    title: 'Plan du campus',
    height: siteNumber === 41 ? 600 : 440,
    isHome: true,
    elements: [...grounds, ...pavilions.flatMap((pavilion) => pavilionOnPlan(world, pavilion))],
  }
}

function pavilionOnPlan(world: World, { code, name, outline, at: [x, y], hasPlant }: Pavilion): DesignerElement[] {
  const handler = controllerOf(world, `${code}-ECY303-1`)
  const plant = hasPlant ? controllerOf(world, `${code}-ECY600-1`) : null
  return [
    {
      kind: 'area',
      of: 'building',
      outline: outline.map(([cornerX, cornerY]) => [cornerX, cornerY]),
      label: name,
      labelAt: [x, y],
      page: handlerPath(code),
    },
    handler.symbol('fan', [x + 22, y + 44], { name: 'FanStatus', size: 40 }),
    handler.value('SupplyAirTemp', 'Soufflage', [x + 56, y + 38], 'SupplyAirTempSp'),
    handler.value('ReturnAirTemp', 'Reprise', [x + 194, y + 38]),
    handler.value('CO2', 'CO₂', [x + 280, y + 38]),
    handler.value('FanSpeed', 'Ventilateur', [x + 56, y + 98]),
    ...(plant
      ? [
          plant.value('HotWaterSupplyTemp', 'Eau chaude', [x + 156, y + 98]),
          plant.value('ChilledWaterSupplyTemp', 'Eau glacée', [x + 256, y + 98]),
        ]
      : []),
  ]
}

function airHandlerPage(world: World, code: string, number: number, hasPlant: boolean): SeededDrawing {
  const { value, symbol } = controllerOf(world, `${code}-ECY303-${number}`)
  return {
    ...sheet,
    path: handlerPath(code, number),
    title: `Centrale ${code}-${two(number)}`,
    height: 570,
    elements: [
      { kind: 'box', x: 250, y: 292, width: 480, height: 96, label: '' },
      duct([920, 150], [30, 150], 64),
      duct([230, 150], [230, 340], 40),
      duct([30, 340], [930, 340], 64),
      symbol('damper', [120, 340], { name: 'OutsideDamperCmd', size: 64 }),
      symbol('filter', [300, 340], { size: 64 }),
      pipe('hot', '382,372 382,470'),
      pipe('hot', '398,372 398,470', true),
      pipe('cold', '512,372 512,470'),
      pipe('cold', '528,372 528,470', true),
      symbol('heatingCoil', [390, 340], { name: 'HeatingCmd', size: 64 }),
      symbol('coolingCoil', [520, 340], { name: 'CoolingCmd', size: 64 }),
      symbol('valve', [382, 420], { name: 'HeatingCmd', turned: 270 }),
      symbol('valve', [512, 420], { name: 'CoolingCmd', turned: 270 }),
      symbol('fan', [650, 340], { name: 'FanStatus', size: 60 }),
      arrow([70, 340]),
      arrow([860, 340]),
      arrow([90, 150], 180),
      arrow([600, 150], 180),
      arrow([230, 240], 90),
      value('ExhaustAirTemp', 'Rejet', [40, 70]),
      value('ReturnAirTemp', 'Reprise', [470, 70]),
      value('Humidity', 'Humidité', [610, 70]),
      value('CO2', 'CO₂', [750, 70]),
      value('OutsideDamperCmd', 'Volet d’air neuf', [80, 236]),
      value('MixedAirTemp', 'Mélange', [274, 236]),
      value('FilterPressure', 'Filtre', [364, 236]),
      value('FanStatus', 'Ventilateur', [630, 236]),
      value('DuctPressure', 'Pression', [760, 236], 'DuctPressureSp'),
      value('OutsideAirTemp', 'Air extérieur', [40, 410]),
      value('HeatingCmd', 'Chauffage', [350, 500]),
      value('CoolingCmd', 'Refroidissement', [480, 500]),
      value('FanSpeed', 'Vitesse', [630, 420], 'FanSpeedCmd'),
      value('Power', 'Puissance', [630, 500]),
      value('SupplyAirTemp', 'Soufflage', [780, 420], 'SupplyAirTempSp'),
      value('OperatingState', 'État de marche', [40, 500]),
      value('Occupied', 'Occupation', [190, 500]),
      link('Plan du campus', 'index.dg5', [780, 522]),
      ...(hasPlant ? [link('Chaufferie', plantPath(code), [780, 482])] : []),
    ],
  }
}

function plantPage(world: World, { code, name }: Pavilion): SeededDrawing {
  const { value, symbol } = controllerOf(world, `${code}-ECY600-1`)
  const handler = controllerOf(world, `${code}-ECY303-1`)
  return {
    ...sheet,
    path: plantPath(code),
    title: `Chaufferie – ${name}`,
    height: 570,
    elements: [
      { kind: 'box', x: 40, y: 60, width: 210, height: 170, label: `Refroidisseur CH ${code}` },
      { kind: 'box', x: 40, y: 330, width: 210, height: 170, label: `Chaudière B ${code}` },
      { kind: 'box', x: 710, y: 60, width: 210, height: 170, label: `Batterie froide, ${code}-01` },
      { kind: 'box', x: 710, y: 330, width: 210, height: 170, label: `Batterie chaude, ${code}-01` },
      pipe('cold', '250,110 760,110'),
      pipe('cold', '760,190 250,190', true),
      pipe('hot', '250,380 760,380'),
      pipe('hot', '760,460 250,460', true),
      symbol('pump', [330, 110], { name: 'ChilledPumpStatus' }),
      symbol('pump', [330, 380], { name: 'HotPumpStatus' }),
      handler.symbol('valve', [654, 110], { name: 'CoolingCmd' }),
      symbol('valve', [654, 380], { name: 'ValveCmd' }),
      handler.symbol('coolingCoil', [772, 150], { name: 'CoolingCmd', size: 96 }),
      handler.symbol('heatingCoil', [772, 420], { name: 'HeatingCmd', size: 96 }),
      arrow([440, 110]),
      arrow([440, 190], 180),
      arrow([440, 380]),
      arrow([440, 460], 180),
      value('ChillerState', 'État', [60, 112]),
      value('Power', 'Puissance', [60, 166]),
      value('ChilledPumpStatus', 'Pompe', [310, 58]),
      value('ChilledWaterSupplyTemp', 'Départ', [450, 58], 'ChilledWaterSp'),
      value('ChilledWaterReturnTemp', 'Retour', [450, 212]),
      handler.value('CoolingCmd', 'Vanne', [630, 58]),
      handler.value('CoolingCoilIn', 'Air, entrée', [806, 112]),
      handler.value('CoolingCoilOut', 'Air, sortie', [806, 166]),
      value('BoilerEnable', 'Autorisation', [60, 382]),
      value('Energy', 'Énergie', [60, 436]),
      value('HotPumpStatus', 'Pompe', [310, 328]),
      value('HotWaterSupplyTemp', 'Départ', [450, 328], 'HotWaterSp'),
      value('HotWaterReturnTemp', 'Retour', [450, 482]),
      value('ValveCmd', 'Vanne', [630, 328]),
      handler.value('HeatingCoilIn', 'Air, entrée', [806, 382]),
      handler.value('HeatingCoilOut', 'Air, sortie', [806, 436]),
      handler.value('OutsideAirTemp', 'Air extérieur', [40, 274]),
      link('Plan du campus', 'index.dg5', [770, 264]),
      link(`Centrale ${code}-01`, handlerPath(code), [610, 264]),
    ],
  }
}

/** The rooms of a floor, each with its terminal box: the number of the controller, the room and its place. */
const rooms: readonly (readonly [number: number, name: string, x: number, y: number, width: number])[] = [
  [1, 'SCI-1010 Amphithéâtre', 40, 50, 290],
  [5, 'SCI-1020 Laboratoire', 330, 50, 290],
  [9, 'SCI-1030 Laboratoire', 620, 50, 300],
  [13, 'SCI-1110 Salle de cours', 40, 320, 440],
  [17, 'SCI-1120 Salle de cours', 480, 320, 440],
]

function floorPage(world: World): SeededDrawing {
  return {
    ...sheet,
    path: 'sciences-etage-1.dg5',
    title: 'Sciences, étage 1',
    height: 570,
    elements: [
      ...rooms.map(
        ([, name, x, y, width]): DesignerElement => ({
          kind: 'area',
          of: 'building',
          outline: [
            [x, y],
            [x + width, y],
            [x + width, y + 190],
            [x, y + 190],
          ],
          label: name,
          labelAt: [x + 16, y + 26],
        }),
      ),
      duct([40, 280], [900, 280], 24),
      ...rooms.map(([, , x, y, width]) => duct([x + width - 40, 280], [x + width - 40, y < 280 ? 222 : 342], 16)),
      ...rooms.flatMap(([number, , x, y, width]) => roomReadings(world, number, { x, y, width })),
      { kind: 'text', x: 400, y: 285, text: 'Soufflage de la centrale SCI-01' },
      link('Centrale SCI-01', handlerPath('SCI'), [610, 524]),
      link('Plan du campus', 'index.dg5', [770, 524]),
    ],
  }
}

function roomReadings(
  world: World,
  number: number,
  { x, y, width }: { x: number; y: number; width: number },
): DesignerElement[] {
  const { value, symbol } = controllerOf(world, `SCI-ECYVAV-${number}`)
  return [
    symbol('damper', [x + width - 40, y < 280 ? 232 : 332], { name: 'DamperCmd', size: 20, turned: 90 }),
    symbol('person', [x + 34, y + 62], { name: 'Occupied' }),
    value('ZoneTemp', 'Zone', [x + 62, y + 56], 'ZoneTempSp'),
    value('CO2', 'CO₂', [x + 16, y + 114]),
    value('DischargeAirTemp', 'Soufflage', [x + 108, y + 114]),
    value('DamperCmd', 'Volet', [x + 198, y + 114]),
  ]
}
