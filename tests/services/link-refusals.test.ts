/** What a refusal says of a request is the same over a connection. */
import pino from 'pino'
import { expect, test } from 'vitest'
import { createConnectedLink } from '../../services/link/connected-link'
import { receiveMessage } from '../../services/link/link-server'
import { LinkError, type PartialLink } from '../../services/link/port'
import { eventsWith } from '../harness/link-events'

test('a refusal keeps whether the controller may have done it', async () => {
  const refusals = [
    new LinkError('unreachable', null, true),
    new LinkError('unreachable'),
    new LinkError('refused', 'valueOutOfRange'),
  ]
  const waiting = [...refusals]
  const served: PartialLink = { can: new Set(['write']), write: () => Promise.reject(waiting.shift()) }
  const link = createConnectedLink({
    log: pino({ level: 'silent' }),
    transport: {
      async start(accept) {
        const events = accept({
          send(message) {
            if ('request' in message) receiveMessage(served, message, { send: (reply) => events.receive(reply) })
          },
        })
        events.receive({ can: ['write'] })
      },
      stop: async () => undefined,
    },
  })
  await link.start?.(eventsWith({}))
  const point = { id: 'p', device_id: 'd', object_type: 'analogOutput', object_instance: 1, kind: 'number' }
  for (const { refusal, answer, mayHaveRun } of refusals)
    await expect(link.write?.(point, 8, 20)).rejects.toMatchObject({ refusal, answer, mayHaveRun })
  await link.stop?.()
})
