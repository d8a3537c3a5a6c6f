/** The nineteen controller models of the specification and one Niagara entry (spec §3, domain §11.1). */
import type { ControllerModel } from '../contracts/product'
import { seedId } from '../kit/deterministic'

type Ports = readonly [inputs: number, outputs: number]

interface ModelLine {
  type: string
  name: string
  description: string
  ports: Ports
  maxPoints: 100 | 200 | 300 | 500
  platform?: string
  architecture?: string
  module?: string
  notSupportedDcars?: readonly string[]
  preRelease?: boolean
}

const roomUnit = ['fdd-agent', 'designer-viewer', 'mqtt']

const lines: readonly ModelLine[] = [
  {
    type: 'ECY103',
    name: 'ECY-103',
    description: 'Compact controller for a small air handler.',
    ports: [4, 4],
    maxPoints: 100,
    notSupportedDcars: ['designer-viewer'],
  },
  {
    type: 'ECY2x3',
    name: 'ECY-203 / 253',
    description: 'Controller for terminal equipment with an optional display.',
    ports: [6, 6],
    maxPoints: 200,
  },
  {
    type: 'ECY303',
    name: 'ECY-303',
    description: 'Controller for air handlers.',
    ports: [8, 8],
    maxPoints: 300,
    architecture: 'AArch64',
  },
  {
    type: 'ECY3x0',
    name: 'ECY-300 / 350',
    description: 'Controller for medium plants.',
    ports: [10, 8],
    maxPoints: 300,
    architecture: 'AArch64',
  },
  {
    type: 'ECY400',
    name: 'ECY-400',
    description: 'Controller for large air handlers.',
    ports: [10, 10],
    maxPoints: 300,
    architecture: 'AArch64',
    module: '12 inputs, 12 outputs',
  },
  {
    type: 'ECY600',
    name: 'ECY-600',
    description: 'Controller for plants.',
    ports: [10, 10],
    maxPoints: 500,
    architecture: 'AArch64',
    module: '16 inputs, 14 outputs',
  },
  {
    type: 'ECYAPEX',
    name: 'ECY-APEX',
    description: 'Supervisor of a building.',
    ports: [0, 0],
    maxPoints: 500,
    architecture: 'AMD64',
  },
  {
    type: 'ECYDISPLAY',
    name: 'ECY-Display',
    description: 'Wall display.',
    ports: [0, 0],
    maxPoints: 100,
    architecture: 'AArch64',
    notSupportedDcars: roomUnit,
  },
  {
    type: 'ECYPTU107',
    name: 'ECY-PTU-107',
    description: 'Fan coil controller on a room bus.',
    ports: [5, 7],
    maxPoints: 100,
    platform: 'ShortStack',
    notSupportedDcars: roomUnit,
  },
  {
    type: 'ECYPTU207',
    name: 'ECY-PTU-207',
    description: 'Fan coil controller.',
    ports: [6, 10],
    maxPoints: 200,
    notSupportedDcars: ['fdd-agent', 'designer-viewer'],
  },
  {
    type: 'ECYPTU208',
    name: 'ECY-PTU-208',
    description: 'Fan coil controller with relays.',
    ports: [6, 10],
    maxPoints: 200,
    notSupportedDcars: ['fdd-agent', 'designer-viewer'],
  },
  {
    type: 'ECYRESENSEMOVE',
    name: 'ECY-ReSense Move',
    description: 'Room sensor with presence.',
    ports: [4, 0],
    maxPoints: 100,
    platform: 'BacnetMSTP',
    notSupportedDcars: roomUnit,
  },
  {
    type: 'ECYS1000',
    name: 'ECY-S1000',
    description: 'Modular controller for plants.',
    ports: [10, 10],
    maxPoints: 500,
    architecture: 'AArch64',
    module: 'Up to 20 extension modules',
  },
  {
    type: 'ECYSTATF',
    name: 'ECY-STAT-F',
    description: 'Thermostat for fan coils.',
    ports: [3, 5],
    maxPoints: 100,
    platform: 'BacnetMSTP',
    notSupportedDcars: roomUnit,
  },
  {
    type: 'ECYSTATR',
    name: 'ECY-STAT-R',
    description: 'Thermostat for rooftop units.',
    ports: [3, 5],
    maxPoints: 100,
    notSupportedDcars: roomUnit,
  },
  {
    type: 'ECYSTATZ',
    name: 'ECY-STAT-Z',
    description: 'Thermostat for zones.',
    ports: [3, 3],
    maxPoints: 100,
    platform: 'BacnetMSTP',
    notSupportedDcars: roomUnit,
  },
  {
    type: 'ECYTU203',
    name: 'ECY-TU-203',
    description: 'Terminal unit controller.',
    ports: [6, 6],
    maxPoints: 200,
    platform: 'BacnetIP',
    notSupportedDcars: ['fdd-agent'],
  },
  {
    type: 'ECYVAV',
    name: 'ECY-VAV',
    description: 'Variable air volume controller.',
    ports: [4, 4],
    maxPoints: 100,
    notSupportedDcars: ['designer-viewer'],
  },
  {
    type: 'HORYZONC',
    name: 'Horyzon-C',
    description: 'Touch display.',
    ports: [0, 0],
    maxPoints: 100,
    architecture: 'AArch64',
    notSupportedDcars: roomUnit,
    preRelease: true,
  },
  {
    type: 'NIAGARA',
    name: 'Niagara supervisor',
    description: 'Supervisor of another maker, on Niagara.',
    ports: [0, 0],
    maxPoints: 500,
    platform: 'Niagara',
    architecture: 'AMD64',
    notSupportedDcars: ['gfx', 'designer-viewer'],
  },
]

const features: Record<ModelLine['maxPoints'], readonly string[]> = {
  100: ['schedules', 'alarms', 'historian'],
  200: ['schedules', 'alarms', 'historian', 'remoteTunneling'],
  300: ['schedules', 'alarms', 'historian', 'remoteTunneling', 'mqtt', 'faultDetection'],
  500: ['schedules', 'alarms', 'historian', 'remoteTunneling', 'mqtt', 'faultDetection'],
}

/** Every controller model, in the order of the specification. */
export const products: readonly ControllerModel[] = lines.map((line) => ({
  id: productId(line.type),
  eTag: `${line.type}-1`,
  name: line.name,
  description: line.description,
  platform: line.platform ?? 'IP',
  architecture: line.architecture ?? 'ARM',
  module: line.module ?? null,
  subnet: null,
  uukl: line.type === 'ECYS1000' || line.type === 'ECY400',
  license: { maxPoints: line.maxPoints, features: [...features[line.maxPoints]] },
  notSupportedDcars: [...(line.notSupportedDcars ?? [])],
  model: {
    type: line.type,
    name: line.name,
    hostIdPattern:
      line.type === 'NIAGARA' ? '^(Win|Qnx|Lnx)(-[0-9A-Z]{4}){4}$' : `^${line.type.toUpperCase()}-[0-9A-F]{6}$`,
  },
  inputs: { count: line.ports[0], capabilities: line.ports[0] > 0 ? ['analog', 'digital', 'resistance'] : [] },
  outputs: { count: line.ports[1], capabilities: line.ports[1] > 0 ? ['analog', 'digital'] : [] },
  preRelease: line.preRelease ?? false,
  erpId: `PR-${line.type.toUpperCase()}`,
  details: { documentationLabel: `${line.name} data sheet` },
}))

/** Returns the id of the model with that type code. */
export function productId(type: string): string {
  return seedId('product', type)
}

/** Returns the model with that type code. Throws for a code that is not in the catalogue. */
export function productOf(type: string): ControllerModel {
  const model = products.find((entry) => entry.model.type === type)
  if (!model) throw new Error(`No controller model ${type}`)
  return model
}
