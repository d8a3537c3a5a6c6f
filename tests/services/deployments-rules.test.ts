import { describe, expect, it } from 'vitest'
import { packageCatalogue } from '../../services/seed/catalogue-packages'
import { productOf } from '../../services/seed/catalogue-products'
import type { DeploymentTarget } from '../../services/site/deployments/plan'
import { planOperations } from '../../services/site/deployments/plan'
import {
  isInProgress,
  isOperationTransition,
  overallStatus,
  progressPercent,
} from '../../services/site/deployments/status'
import { countOutdated, installedVersions, latestSupported, versionStatus } from '../../services/site/packages/status'
import { compareVersions, isVersion } from '../../services/site/packages/versions'

describe('versions (domain §7.4)', () => {
  it.each([
    ['1.17.22053.807', '1.17.22053.99', 1],
    ['1.10', '1.9.9.9', 1],
    ['2.0', '2.0.0.0', 0],
    ['2.0.0.0-rc1', '2.0.0.0', -1],
    ['01.2', '1.2', 0],
    ['1.0-alpha.2', '1.0-alpha.10', -1],
    ['1.0-alpha', '1.0-alpha.1', -1],
    ['1.0-1', '1.0-a', -1],
    ['1.0+build', '1.0', 0],
    ['latest', '0.0.0.1', -1],
    ['latest', 'newest', 0],
  ])('%s against %s', (left, right, sign) => {
    expect(Math.sign(compareVersions(left, right))).toBe(sign)
    expect(Math.sign(compareVersions(right, left))).toBe(sign === 0 ? 0 : -sign)
  })

  it('are at most 256 characters and nothing but numbers and a suffix', () => {
    expect(['1', '1.2.3.4', '1.2-rc.1', '1+x'].every(isVersion)).toBe(true)
    expect(['', '1.2.3.4.5', 'v1', '1.', '1.2 ', `1-${'a'.repeat(65)}`].some(isVersion)).toBe(false)
  })
})

describe('package status (spec §4)', () => {
  const ecy103 = productOf('ECY103')

  it('is found against the highest version with a file for the architecture', () => {
    const latest = latestSupported(packageCatalogue, ecy103)
    expect(latest.get('weather')?.version).toBe('2.1.0')
    expect(latest.has('fdd-agent')).toBe(false)
    expect(latest.has('designer-viewer')).toBe(false)
    expect(versionStatus('2.0.0', '2.1.0')).toBe('outdated')
    expect(versionStatus('2.2.0', '2.1.0')).toBe('upToDate')
    expect(versionStatus('1.0', undefined)).toBe('notAvailable')
    expect(versionStatus(undefined, '2.1.0')).toBe('notInstalled')
  })

  it('keeps the higher version of a package that is listed twice', () => {
    const twice = [
      { name: 'trends', version: '1.10.23640.204' },
      { name: 'trends', version: '1.9.22977.15' },
    ]
    expect(installedVersions(twice).get('trends')).toBe('1.10.23640.204')
    expect(countOutdated(twice, latestSupported(packageCatalogue, ecy103))).toEqual({ outdated: 0, total: 1 })
  })
})

describe('the plan of a deployment (domain §7.1)', () => {
  const installed = ['platform', 'gfx', 'bacnet', 'trends', 'schedules'].map((name) => ({
    name,
    version: latestSupported(packageCatalogue, productOf('ECYVAV')).get(name)?.version ?? '',
  }))
  const target: DeploymentTarget = {
    onboarded: true,
    connected: true,
    deploying: false,
    product: productOf('ECYVAV'),
    installed,
  }
  const install = (packageName: string, version?: string) => ({
    deviceId: 'd',
    type: 'Install' as const,
    packageName,
    version,
  })
  const uninstall = (packageName: string) => ({ deviceId: 'd', type: 'Uninstall' as const, packageName })
  const plan = (
    operations: (ReturnType<typeof install> | ReturnType<typeof uninstall>)[],
    changes: Partial<DeploymentTarget> = {},
    allowDowngrade = false,
  ) => planOperations({ ...target, ...changes }, { operations, scheduled: false, allowDowngrade }, packageCatalogue)

  it.each([
    ['notOnboarded', 4304, [install('weather')], { onboarded: false }],
    ['offline', 4303, [install('weather')], { connected: false }],
    ['inProgress', 4401, [install('weather')], { deploying: true }],
    ['duplicate', 4408, [install('weather'), uninstall('weather')], {}],
    ['versionFormat', 4409, [install('weather', 'newest')], {}],
    ['unknownPackage', 4005, [install('weather', '9.9.9')], {}],
    ['architecture', 4402, [install('fdd-agent')], {}],
    ['notSupported', 4403, [install('designer-viewer')], {}],
    ['mandatory', 4404, [uninstall('gfx')], {}],
    [
      'dependency',
      4405,
      [install('schedules')],
      {
        installed: [
          { name: 'platform', version: '1.19' },
          { name: 'gfx', version: '2.4' },
          { name: 'bacnet', version: '4.0' },
        ],
      },
    ],
    ['notInstalled', 4406, [uninstall('weather')], {}],
    ['downgrade', 4407, [install('trends', '1.9.22977.15')], {}],
    ['licence', 4305, [install('mqtt')], {}],
  ] as const)('is refused as %s with %i', (type, code, operations, changes) => {
    expect(plan([...operations], changes as Partial<DeploymentTarget>)).toMatchObject({ refusal: { type, code } })
  })

  it('skips what is already there and allows a downgrade that was asked for', () => {
    const result = plan([install('trends', '1.9.22977.15'), install('gfx')], {}, true)
    expect(result).toMatchObject({
      operations: [
        { packageName: 'gfx', skipped: true },
        { packageName: 'trends', skipped: false, fromVersion: '1.10.23640.204', toVersion: '1.9.22977.15' },
      ],
    })
  })

  it('brings the missing mandatory packages along, platform first, each after what it needs', () => {
    const result = plan([install('schedules'), install('weather')], { installed: [] })
    expect('operations' in result && result.operations.map((operation) => operation.packageName)).toEqual([
      'platform',
      'bacnet',
      'gfx',
      'schedules',
      'weather',
    ])
  })

  it('uninstalls before it installs, dependants first', () => {
    const product = productOf('ECY600')
    const more = [...installed, { name: 'fdd-agent', version: '1.0.23977.5' }]
    const result = plan([uninstall('trends'), uninstall('fdd-agent'), install('weather')], { product, installed: more })
    expect(
      'operations' in result && result.operations.map(({ type, packageName }) => `${type} ${packageName}`),
    ).toEqual(['Uninstall fdd-agent', 'Uninstall trends', 'Install weather'])
    expect(plan([uninstall('trends')], { product, installed: more })).toMatchObject({ refusal: { type: 'dependency' } })
  })

  it('accepts a controller that is offline when a time is given', () => {
    const request = { operations: [install('weather')], scheduled: true, allowDowngrade: false }
    expect(planOperations({ ...target, connected: false }, request, packageCatalogue)).toHaveProperty('operations')
  })
})

describe('the state of a deployment (domain §7.2)', () => {
  it('is that of the operation under way, until one fails', () => {
    expect(overallStatus(['PackageInstallationSuccess', 'PackageUploadInProgress', 'NotStarted'])).toBe(
      'PackageUploadInProgress',
    )
    expect(overallStatus(['PackageInstallationSuccess', 'PackageInstallationFailure', 'NotStarted'])).toBe(
      'PackageInstallationFailure',
    )
    expect(overallStatus(['skipped', 'PackageInstallationSuccess'])).toBe('PackageInstallationSuccess')
    expect(isInProgress('PackageUploadSuccess')).toBe(true)
    expect(isInProgress('PackageUploadFailure')).toBe(false)
    expect(progressPercent(['PackageInstallationSuccess', 'PackageUploadSuccess'])).toBe(75)
  })

  it('knows no other moves than those of the table', () => {
    expect(isOperationTransition('Install', 'NotStarted', 'PackageUploadInProgress')).toBe(true)
    expect(isOperationTransition('Install', 'NotStarted', 'PackageInstallationInProgress')).toBe(false)
    expect(isOperationTransition('Uninstall', 'NotStarted', 'PackageInstallationInProgress')).toBe(true)
    expect(isOperationTransition('Uninstall', 'NotStarted', 'PackageUploadInProgress')).toBe(false)
    expect(isOperationTransition('Install', 'PackageUploadFailure', 'PackageUploadInProgress')).toBe(false)
  })
})
