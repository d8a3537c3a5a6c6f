/** A write whose controller has not answered is neither done nor refused. */
import { expect, test } from 'vitest'
import { parseWriteReply } from '../../app/backend/write-reply'
import { site } from '../../services/contracts/site'

const replyOf = (text: string) => () =>
  parseWriteReply(site.overridePoint, { status: 202, type: 'application/json', text, retryAfterSeconds: null })

test('a write that waits for a controller may have happened', () => {
  expect(replyOf('{"pending":true}')).toThrow(expect.objectContaining({ trouble: 'timeout', mayHaveHappened: true }))
  expect(replyOf('{"pointId":"p"}')()).toMatchObject({ pointId: 'p' })
})
