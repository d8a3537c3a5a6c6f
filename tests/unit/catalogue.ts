/** The smallest catalogue the rules can be read on: three packages of one architecture, models and a controller. */
import type { Package } from '#contracts/package'
import type { ControllerModel } from '#contracts/product'
import type { Device } from '#contracts/site'

export function aPackage(name: string, version: string, rest: Partial<Package> = {}): Package {
  return {
    key: `${name}@${version}`,
    name,
    version,
    displayName: name,
    description: '',
    mandatory: false,
    files: [{ architecture: 'ARM', url: `https://packages.example/${name}` }],
    ...rest,
  }
}

export function aModel(type: string, rest: Partial<ControllerModel> = {}): ControllerModel {
  return {
    id: `model-${type}`,
    name: type,
    description: '',
    platform: 'IP',
    architecture: 'ARM',
    notSupportedDcars: [],
    model: { type, name: type },
    ...rest,
  }
}

export function aDevice(rest: Partial<Device> = {}): Device {
  return {
    id: 'device-1',
    name: 'AHU-1 Controller',
    description: '',
    spaceId: 'space-1',
    productId: 'model-ECY303',
    packages: [],
    overallStatus: { connected: true, onBoarded: true, deployment: { inProgress: false } },
    ...rest,
  }
}
