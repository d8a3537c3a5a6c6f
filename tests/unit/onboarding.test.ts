import { expect, test } from 'vitest'
import { canRemove, canStart, failedStep, fitsHostId, isUnderWay, stepsDone } from '../../app/domain/onboarding'
import type { OnboardingStep } from '../../services/contracts/onboarding'

const step = (name: OnboardingStep['name'], status: OnboardingStep['status']): OnboardingStep => ({ name, status })

test.each([
  ['notOnboarded', { underWay: false, begin: true, remove: false }],
  ['pending', { underWay: true, begin: false, remove: true }],
  ['provisioning', { underWay: true, begin: false, remove: true }],
  ['awaitingConnection', { underWay: true, begin: false, remove: true }],
  ['onboarded', { underWay: false, begin: false, remove: true }],
  ['failed', { underWay: false, begin: true, remove: false }],
  ['removed', { underWay: false, begin: true, remove: false }],
] as const)('an onboarding that is %s', (status, expected) => {
  expect({ underWay: isUnderWay(status), begin: canStart(status), remove: canRemove(status) }).toEqual(expected)
})

test('the failed step is told, and how many lie behind', () => {
  const steps = [step('validate', 'done'), step('claim', 'failed'), step('identity', 'skipped')]
  expect(failedStep(steps)?.name).toBe('claim')
  expect(stepsDone(steps)).toBe(2)
  expect(failedStep([step('validate', 'running')])).toBeNull()
})

test('a label fits a model by the pattern of its host ids, whatever the case; a pattern that is none fits nothing', () => {
  const model = (hostIdPattern: string) => ({ model: { type: 'ECYVAV', name: 'ECY-VAV', hostIdPattern } })
  expect(fitsHostId(model('^ECYVAV-[0-9A-F]{6}$'), ' ecyvav-0a41f2 ')).toBe(true)
  expect(fitsHostId(model('^ECYVAV-[0-9A-F]{6}$'), 'ECY303-0A41F2')).toBe(false)
  expect(fitsHostId(model('(['), '([')).toBe(false)
  expect(fitsHostId(model(''), 'anything')).toBe(false)
})
