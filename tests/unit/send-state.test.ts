import { describe, expect, test } from 'vitest'
import { isWaiting, parseProcessState, parseSendState, sendProgress, sendTransitions } from '~/domain/send-state'

describe('send and process states (spec §4, domain §5.1)', () => {
  test('are read in either casing', () => {
    expect(['notSet', 'NotSet', 'Queued', 'Running', 'Succeed', 'Failed'].map(parseSendState)).toEqual([
      'notSet',
      'notSet',
      'queued',
      'running',
      'succeed',
      'failed',
    ])
    expect(parseProcessState('InProgress')).toBe('inProgress')
  })

  test('are nothing when they are anything else', () => {
    for (const word of ['', 'done', 'QUEUED', null, undefined, 3, 'constructor'])
      expect(parseSendState(word)).toBeNull()
    expect(parseProcessState('')).toBeNull()
  })

  test('move only as drawn: a second send waits for the first to end', () => {
    expect(sendTransitions.queued).not.toContain('queued')
    expect(sendTransitions.running).toEqual(['succeed', 'failed'])
    expect(sendTransitions.failed).toEqual(['queued'])
  })

  test('queued for a controller that is offline is waiting for the controller', () => {
    expect(isWaiting('queued', false)).toBe(true)
    expect(isWaiting('queued', true)).toBe(false)
    expect(isWaiting('running', false)).toBe(false)
  })
})

test('a sending to many counts what became of it', () => {
  const progress = sendProgress([
    { state: 'succeed', connected: true },
    { state: 'failed', connected: true },
    { state: 'queued', connected: false },
    { state: 'running', connected: true },
    { state: null, connected: true },
  ])
  expect(progress).toEqual({
    total: 5,
    notSent: 1,
    waiting: 1,
    running: 1,
    succeeded: 1,
    failed: 1,
    inProgress: true,
    percent: 40,
  })
})
