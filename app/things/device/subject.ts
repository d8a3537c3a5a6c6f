/** A controller as a change and its record name it. */
import type { Device } from '#contracts/site'
import type { Subject } from '~/trail/record'

export function subjectOf({ id, name, path }: Device): Subject {
  return { kind: 'device', id, name, ...(path ? { path } : {}) }
}
