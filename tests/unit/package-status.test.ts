import { describe, expect, test } from 'vitest'
import { packageStatus, packageStatuses, supportedPackages } from '~/domain/package-status'
import { aModel, aPackage } from './catalogue'

describe('the packages a device supports (spec §5)', () => {
  const weather = aPackage('weather', '1.0')
  const viewer = aPackage('designer-viewer', '1.0', { files: [{ architecture: 'MULTIPLE', url: 'u' }] })
  const agent = aPackage('fdd-agent', '1.0', { files: [{ architecture: 'AArch64', url: 'u' }] })

  test('have a file for its architecture, or for any', () => {
    expect(supportedPackages(aModel('ECY303'), [weather, viewer, agent])).toEqual([weather, viewer])
  })

  test('are not named in notSupportedDcars', () => {
    expect(supportedPackages(aModel('ECY303', { notSupportedDcars: ['weather'] }), [weather, viewer])).toEqual([viewer])
  })

  test('are none without a product', () => {
    expect(supportedPackages(null, [weather])).toEqual([])
  })
})

describe('the status of a package on a device (spec §4)', () => {
  const supported = [aPackage('gfx', '1.9', { mandatory: true }), aPackage('gfx', '1.17'), aPackage('weather', '2.0')]
  const statusOf = (name: string, version: string) =>
    packageStatuses([{ name, version }], supported).find((entry) => entry.name === name)

  test('is upToDate at or above the latest supported version', () => {
    expect(statusOf('gfx', '1.17')?.status).toBe('upToDate')
    expect(statusOf('gfx', '1.17.0.0')?.status).toBe('upToDate')
    expect(statusOf('gfx', '2.0')?.status).toBe('upToDate')
  })

  test('is outdated below it, numbers compared as numbers', () => {
    expect(statusOf('gfx', '1.9')).toMatchObject({ status: 'outdated', latestVersion: '1.17', latestId: 'gfx@1.17' })
  })

  test('is notAvailable without a supported match', () => {
    expect(statusOf('legacy', '1.0')).toMatchObject({ status: 'notAvailable', latestVersion: null, latestId: null })
  })

  test('is notInstalled when supported but not installed', () => {
    expect(packageStatuses([], supported).map(({ name, status }) => [name, status])).toEqual([
      ['gfx', 'notInstalled'],
      ['weather', 'notInstalled'],
    ])
  })

  test('of a package listed twice only the higher version is kept', () => {
    const twice = [
      { name: 'gfx', version: '1.17' },
      { name: 'gfx', version: '1.9' },
    ]
    for (const installed of [twice, twice.toReversed()]) {
      const entries = packageStatuses(installed, supported)
      expect(entries.find(({ name }) => name === 'gfx')).toMatchObject({ installedVersion: '1.17', status: 'upToDate' })
      expect(packageStatus(installed, supported)).toEqual({ outdated: 0, total: 1 })
    }
  })

  test('counts outdated among the installed', () => {
    const installed = [
      { name: 'gfx', version: '1.9' },
      { name: 'weather', version: '2.0' },
      { name: 'legacy', version: '1' },
    ]
    expect(packageStatus(installed, supported)).toEqual({ outdated: 1, total: 3 })
  })
})
