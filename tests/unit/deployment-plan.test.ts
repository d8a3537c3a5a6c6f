import { describe, expect, test } from 'vitest'
import type { Package } from '#contracts/package'
import type { Device } from '#contracts/site'
import { planDeployment, type RequestedPackage } from '~/domain/deployment-plan'
import { enrichDevice } from '~/domain/device'
import { aDevice, aModel, aPackage } from './catalogue'

const platform = aPackage('platform', '3.0', { mandatory: true })
const weather = aPackage('weather', '2.0')
const oldWeather = aPackage('weather', '1.0')
const mqtt = aPackage('mqtt', '1.0', { dependencies: [{ name: 'weather', minVersion: '2.0' }] })
const agent = aPackage('fdd-agent', '1.0', { files: [{ architecture: 'AArch64', url: 'u' }] })
const packages: Package[] = [platform, oldWeather, weather, mqtt, agent]
const models = [aModel('ECY303'), aModel('ECYVAV', { notSupportedDcars: ['weather'] })]
const withPlatform = { packages: [{ name: 'platform', version: '3.0' }] }

const install = (packageKey: string): RequestedPackage => ({ type: 'Install', packageKey })
const uninstall = (packageName: string): RequestedPackage => ({ type: 'Uninstall', packageName })

function plan(device: Partial<Device>, requests: RequestedPackage[], allowDowngrade = false) {
  const devices = [enrichDevice(aDevice({ ...withPlatform, ...device }), models, packages)]
  const { devices: plans, body } = planDeployment({ devices, packages, requests, allowDowngrade })
  const rows = plans[0]?.rows ?? []
  return {
    rows,
    body,
    brief: rows.map(({ packageName, action, because }) => [packageName, action, because].join(' ').trim()),
  }
}
const having = (...installed: [string, string][]) => ({
  packages: [...withPlatform.packages, ...installed.map(([name, version]) => ({ name, version }))],
})

describe('the plan of a deployment (domain §7.1)', () => {
  test('says from which version to which', () => {
    expect(plan(having(['weather', '1.0']), [install('weather@2.0')]).rows).toEqual([
      {
        type: 'Install',
        packageName: 'weather',
        displayName: 'weather',
        from: '1.0',
        to: '2.0',
        action: 'upgrade',
        isAdded: false,
      },
    ])
    expect(plan({}, [install('weather@2.0')]).brief).toEqual(['weather install'])
  })

  test('sends one operation for what is done, and nothing for what is skipped', () => {
    const { body } = plan(having(['weather', '2.0']), [install('weather@2.0'), install('mqtt@1.0')])
    expect(body).toEqual({
      operations: [
        { deviceId: 'device-1', type: 'Install', packageName: 'mqtt', packageKey: 'mqtt@1.0', version: '1.0' },
      ],
      allowDowngrade: false,
    })
    expect(plan(having(['weather', '2.0']), [uninstall('weather')]).body.operations).toEqual([
      { deviceId: 'device-1', type: 'Uninstall', packageName: 'weather' },
    ])
  })

  test.each([
    ['notOnboarded', { overallStatus: { connected: true, onBoarded: false } }],
    ['offline', { overallStatus: { connected: false, onBoarded: true } }],
    ['inProgress', { overallStatus: { connected: true, onBoarded: true, deployment: { inProgress: true } } }],
  ] as const)('skips everything on a controller that is %s', (because, device) => {
    expect(plan(device, [install('weather@2.0'), uninstall('mqtt')]).brief).toEqual([
      `mqtt skip ${because}`,
      `weather skip ${because}`,
    ])
  })

  test('needs a file for the architecture, and a product that supports the package', () => {
    expect(plan({}, [install('fdd-agent@1.0')]).brief).toEqual(['fdd-agent skip architecture'])
    expect(plan({ productId: 'model-ECYVAV' }, [install('weather@2.0')]).brief).toEqual(['weather skip notSupported'])
    expect(plan({ productId: null }, [install('weather@2.0')]).brief).toEqual(['weather skip notSupported'])
    expect(plan({}, [install('gone@1.0')]).brief).toEqual(['gone@1.0 skip notSupported'])
  })

  test('skips the same version, and a lower one unless downgrades are allowed', () => {
    const device = having(['weather', '2.0'])
    expect(plan(device, [install('weather@2.0')]).brief).toEqual(['weather skip sameVersion'])
    expect(plan(device, [install('weather@1.0')]).brief).toEqual(['weather skip downgrade'])
    expect(plan(device, [install('weather@1.0')], true).brief).toEqual(['weather downgrade'])
  })

  test('uninstalls only what is installed and not mandatory', () => {
    expect(plan({}, [uninstall('weather'), uninstall('platform')]).brief).toEqual([
      'weather skip notInstalled',
      'platform skip mandatory',
    ])
  })

  test('brings the missing mandatory packages along, but not with nothing else', () => {
    expect(plan({ packages: [] }, [install('weather@2.0')]).rows).toMatchObject([
      { packageName: 'platform', action: 'install', isAdded: true, to: '3.0' },
      { packageName: 'weather', action: 'install', isAdded: false },
    ])
    expect(plan({ packages: [] }, [install('mqtt@1.0')]).brief).toEqual(['mqtt skip dependency'])
    expect(plan({ packages: [] }, [uninstall('weather')]).brief).toEqual(['weather skip notInstalled'])
  })

  test('has the order of the service: what goes, then mandatory packages, then each after what it needs', () => {
    const wanted = [install('mqtt@1.0'), install('weather@2.0')]
    expect(plan({ packages: [] }, wanted).brief).toEqual(['platform install', 'weather install', 'mqtt install'])
    const both = having(['weather', '2.0'], ['mqtt', '1.0'])
    expect(plan(both, [uninstall('weather'), uninstall('mqtt')]).brief).toEqual(['mqtt uninstall', 'weather uninstall'])
  })

  test('keeps dependencies satisfied after the whole set', () => {
    expect(plan({}, [install('mqtt@1.0')]).brief).toEqual(['mqtt skip dependency'])
    expect(plan(having(['weather', '1.0']), [install('mqtt@1.0')]).brief).toEqual(['mqtt skip dependency'])
    expect(plan({}, [install('mqtt@1.0'), install('weather@2.0')]).brief).toEqual(['weather install', 'mqtt install'])
    const both = having(['weather', '2.0'], ['mqtt', '1.0'])
    expect(plan(both, [uninstall('weather')]).brief).toEqual(['weather skip dependency'])
    expect(plan(both, [uninstall('weather'), uninstall('mqtt')]).brief).toEqual(['mqtt uninstall', 'weather uninstall'])
    expect(plan(both, [install('weather@1.0')], true).brief).toEqual(['weather skip dependency'])
  })

  test('has one operation per controller and package', () => {
    expect(plan({}, [install('weather@2.0'), install('weather@1.0')]).brief).toEqual([
      'weather install',
      'weather skip duplicate',
    ])
  })

  test('is made for each controller by itself', () => {
    const devices = ['a', 'b'].map((id) => enrichDevice(aDevice({ ...withPlatform, id }), models, packages))
    const { body } = planDeployment({ devices, packages, requests: [install('weather@2.0')], allowDowngrade: false })
    expect(body.operations.map(({ deviceId }) => deviceId)).toEqual(['a', 'b'])
  })
})
