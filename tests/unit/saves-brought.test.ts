import { expect, test } from 'vitest'
import { savesSentBy } from '~/features/configuration/saves-sent-by'

const record = (sequence: number, more: object = {}) => ({
  sequence,
  changeId: `change-${sequence}`,
  subject: { id: 'one' },
  before: null,
  outcomeRecord: { outcome: 'done' as const },
  ...more,
})
const send = (sequence: number, sendState: string) => record(sequence, { before: { network: { sendState } } })
const save = record

const brought = (sent: ReturnType<typeof send>, known: Parameters<typeof savesSentBy>[1]) =>
  savesSentBy(sent, known).map(({ sequence }) => sequence)

test.each([
  ['the saves since the last send that was taken', send(9, 'succeed'), [send(2, 'succeed')], [1, 3, 5], [5, 3]],
  [
    'what a send that failed had brought, too',
    send(9, 'failed'),
    [send(6, 'succeed'), send(2, 'failed')],
    [1, 3, 7],
    [7, 3],
  ],
  ['everything, of a controller that was never sent to', send(9, 'notSet'), [], [1, 3], [3, 1]],
  ['everything, where none of its sends was ever taken', send(9, 'failed'), [send(4, 'notSet')], [1, 5], [5, 1]],
  ['the newest alone, where the send before is not on record', send(9, 'succeed'), [], [1, 3], [3]],
  ['nothing of later', send(9, 'succeed'), [send(2, 'succeed'), send(11, 'failed')], [3, 10], [3]],
])('a send brings %s', (_, sent, sends, saves, expected) => {
  expect(brought(sent, { sends, saves: saves.map((at) => save(at)) })).toEqual(expected)
})

test('what was not saved, and what is of another controller, is not among them', () => {
  const saves = [save(3, { outcomeRecord: { outcome: 'failed' } }), save(4, { subject: { id: 'two' } }), save(5)]
  expect(brought(send(9, 'succeed'), { sends: [send(2, 'succeed')], saves })).toEqual([5])
})
