import { describe, expect, test } from 'vitest'
import { deploymentProgress, deploymentTransitions, rolloutProgress } from '~/domain/deployment-progress'

describe('where a deployment stands (spec §4, domain §7.2)', () => {
  test('is the least advanced operation that has not ended', () => {
    const statuses = ['PackageInstallationSuccess', 'PackageUploadSuccess', 'PackageUploadInProgress'] as const
    expect(deploymentProgress(statuses)).toEqual({ status: 'PackageUploadInProgress', inProgress: true, percent: 58 })
  })

  test('is a failure when any failed and nothing else is running; the rest never starts', () => {
    expect(deploymentProgress(['PackageInstallationSuccess', 'PackageUploadFailure', 'NotStarted'])).toEqual({
      status: 'PackageUploadFailure',
      inProgress: false,
      percent: 100,
    })
    expect(deploymentProgress(['PackageUploadFailure', 'PackageInstallationInProgress']).inProgress).toBe(true)
  })

  test('is success when every operation succeeded or had nothing to do', () => {
    for (const statuses of [['PackageInstallationSuccess', 'skipped'], ['skipped'], []] as const) {
      expect(deploymentProgress(statuses)).toEqual({
        status: 'PackageInstallationSuccess',
        inProgress: false,
        percent: 100,
      })
    }
  })

  test('is in progress at NotStarted, anything InProgress, and PackageUploadSuccess', () => {
    for (const status of [
      'NotStarted',
      'PackageUploadInProgress',
      'PackageUploadSuccess',
      'PackageInstallationInProgress',
    ] as const) {
      expect(deploymentProgress([status]).inProgress).toBe(true)
    }
  })
})

test('an uninstall uploads nothing, and what ended does not move', () => {
  expect(deploymentTransitions.Uninstall.NotStarted).toEqual(['PackageInstallationInProgress'])
  expect(deploymentTransitions.Install.NotStarted).toEqual(['PackageUploadInProgress'])
  expect(deploymentTransitions.Install.PackageInstallationFailure).toEqual([])
})

test('a roll-out counts its controllers', () => {
  expect(
    rolloutProgress(['NotStarted', 'PackageUploadSuccess', 'PackageInstallationSuccess', 'PackageInstallationFailure']),
  ).toEqual({ total: 4, waiting: 1, running: 1, succeeded: 1, failed: 1, percent: 62 })
})
