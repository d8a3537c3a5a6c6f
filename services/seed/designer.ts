/** The designer projects of the demonstration: the graphics of Place Boréale and of two campuses (domain §11.1). */
import { createHash } from 'node:crypto'
import type { DesignerAsset, DesignerPage } from '../contracts/designer'
import type { DesignerElement } from '../contracts/designer-page'
import { renderDrawing } from '../designer/page'
import { seedId } from '../kit/deterministic'
import { wordsOf } from '../kit/words'
import type { World } from '../kit/world'
import { campusDrawings } from './designer-campus'
import { pointsByName, type SeededDrawing } from './designer-points'
import { deviceIdOf, insert, siteIdOf } from './fleet-write'
import { customerIdOf, tenantIdOf, userIdOf } from './people'

const sheet = { width: 1280, height: 800, isHome: false }

interface Project {
  key: string
  customer: string
  siteNumber: number
  name: string
  version: string
  drawings: readonly SeededDrawing[]
}

/** Writes them, last saved twelve days before the epoch. Controllers and their points must exist. */
export function seedDesigner(world: World, epoch: number): void {
  const boreal = { key: 'place-boreale', customer: 'CUS1001', siteNumber: 1, name: 'Place Boréale graphics' }
  writeProject(world, epoch, { ...boreal, version: '1.4.0', drawings: drawingsOf(world) })
  for (const campus of campusDrawings(world)) writeProject(world, epoch, { customer: 'CUS1004', ...campus })
}

function writeProject(world: World, epoch: number, project: Project): void {
  const { key, drawings } = project
  const projectId = seedId('project', key)
  const files = drawings.flatMap(({ path, isHome: _, ...page }): [path: string, body: string][] => [
    [path, JSON.stringify(page)],
    [path.replace(/\.dg5$/, '.svg'), renderDrawing(page)],
  ])
  for (const [path, body] of files) insert(world, 'designer_file', { project_id: projectId, path, body })
  insert(world, 'designer_project', {
    id: seedId('file-project', key),
    project_id: projectId,
    tenant_id: tenantIdOf(world, 'boreal'),
    customer_id: customerIdOf(project.customer),
    associated_type: 'site',
    associated_id: siteIdOf(project.siteNumber),
    name: project.name,
    words: wordsOf(project.name),
    version: project.version,
    pages: JSON.stringify(drawings.map(({ elements: _, ...page }): DesignerPage => page)),
    assets: JSON.stringify(files.map(assetOf)),
    updated_at: epoch - 12 * 86_400_000,
    updated_by_id: userIdOf('amelie'),
    updated_by_name: 'Amélie Tremblay',
  })
}

const assetOf = ([path, body]: [path: string, body: string]): DesignerAsset => ({
  path,
  sha256: createHash('sha256').update(body).digest('hex'),
  size: Buffer.byteLength(body),
})

function drawingsOf(world: World): SeededDrawing[] {
  const [airHandler, box, plant] = ['story-1', 'story-2', 'story-3'].map((key) => pointFinder(world, deviceIdOf(key)))
  if (!airHandler || !box || !plant) return []
  const backLink: DesignerElement = {
    kind: 'link',
    x: 40,
    y: 690,
    width: 320,
    height: 70,
    label: 'Place Boréale',
    page: 'index.dg5',
  }
  return [
    {
      ...sheet,
      path: 'index.dg5',
      title: 'Place Boréale',
      height: 470,
      isHome: true,
      elements: [
        { kind: 'box', x: 40, y: 40, width: 1200, height: 90, label: '{{site}}' },
        { kind: 'link', x: 40, y: 180, width: 370, height: 70, label: 'AHU-1', page: 'ahu-1.dg5' },
        airHandler('SupplyAirTemp', 'Supply air', [60, 320]),
        airHandler('OutsideAirTemp', 'Outside air', [60, 370]),
        airHandler('FanStatus', 'Fan', [60, 420]),
        { kind: 'link', x: 455, y: 180, width: 370, height: 70, label: 'Level 12', page: 'level-12.dg5' },
        box('ZoneTemp', 'East offices', [475, 320]),
        box('ZoneTempSp', 'Setpoint', [475, 370]),
        { kind: 'link', x: 870, y: 180, width: 370, height: 70, label: 'Central plant', page: 'plant.dg5' },
        plant('ChilledWaterSupplyTemp', 'Chilled water', [890, 320]),
        plant('HotWaterSupplyTemp', 'Hot water', [890, 370]),
      ],
    },
    {
      ...sheet,
      path: 'ahu-1.dg5',
      title: 'AHU-1',
      elements: [
        { kind: 'duct', from: [40, 260], to: [1240, 260], of: 'air' },
        { kind: 'duct', from: [520, 480], to: [520, 330], of: 'hot' },
        { kind: 'duct', from: [760, 480], to: [760, 330], of: 'cold' },
        { kind: 'box', x: 160, y: 190, width: 200, height: 140, label: 'Damper' },
        { kind: 'box', x: 430, y: 190, width: 180, height: 140, label: 'Heating' },
        { kind: 'box', x: 670, y: 190, width: 180, height: 140, label: 'Cooling' },
        { kind: 'box', x: 920, y: 190, width: 180, height: 140, label: 'Fan' },
        airHandler('OutsideAirTemp', 'Outside air', [40, 140]),
        airHandler('MixedAirTemp', 'Mixed air', [400, 140]),
        airHandler('SupplyAirTemp', 'Supply air', [880, 140]),
        airHandler('OutsideDamperCmd', 'Open', [176, 300]),
        airHandler('HeatingCmd', '', [446, 300]),
        airHandler('CoolingCmd', '', [686, 300]),
        airHandler('FanSpeed', '', [936, 300]),
        airHandler('FanStatus', 'Fan', [920, 400]),
        airHandler('DuctPressure', 'Duct pressure', [880, 560]),
        airHandler('SupplyAirTempSp', 'Supply setpoint', [880, 610]),
        backLink,
      ],
    },
    {
      ...sheet,
      path: 'level-12.dg5',
      title: 'Level 12',
      elements: [
        { kind: 'duct', from: [40, 180], to: [640, 180], of: 'air' },
        { kind: 'duct', from: [640, 180], to: [640, 320], of: 'air' },
        { kind: 'box', x: 480, y: 120, width: 320, height: 120, label: 'VAV 12-04' },
        { kind: 'box', x: 320, y: 320, width: 640, height: 340, label: 'East offices' },
        box('Airflow', 'Airflow', [60, 130]),
        box('DamperCmd', 'Damper', [500, 210]),
        box('ZoneTemp', 'Zone', [360, 440]),
        box('ZoneTempSp', 'Setpoint', [360, 490]),
        box('CO2', 'CO₂', [360, 540]),
        box('Occupied', 'Occupied', [360, 590]),
        backLink,
      ],
    },
    {
      ...sheet,
      path: 'plant.dg5',
      title: 'Central plant',
      elements: [
        { kind: 'duct', from: [460, 220], to: [1240, 220], of: 'cold' },
        { kind: 'duct', from: [460, 500], to: [1240, 500], of: 'hot' },
        { kind: 'box', x: 80, y: 120, width: 380, height: 200, label: 'CH-1' },
        { kind: 'box', x: 80, y: 400, width: 380, height: 200, label: 'B-1' },
        plant('ChillerState', 'State', [96, 230]),
        plant('ChilledWaterSupplyTemp', 'Supply', [620, 180]),
        plant('ChilledWaterReturnTemp', 'Return', [620, 290]),
        plant('ValveCmd', 'Valve', [96, 510]),
        plant('HotWaterSupplyTemp', 'Supply', [620, 460]),
        plant('HotWaterReturnTemp', 'Return', [620, 570]),
        backLink,
      ],
    },
  ]
}

/** Returns a function that finds the points of a controller by the last part of their name. */
function pointFinder(world: World, deviceId: string) {
  const find = pointsByName(world, deviceId)
  return (name: string, label: string, [x, y]: [x: number, y: number]): DesignerElement => ({
    kind: 'value',
    x,
    y,
    label,
    deviceId,
    pointId: find(name),
  })
}
