/** What a served device answers a confirmed request with. */
import { errorNumbersOf } from '../refusals'

export type ServedAnswer =
  | { kind: 'acknowledge' }
  | { kind: 'data'; data: Uint8Array }
  | { kind: 'error'; errorClass: number; errorCode: number }
  | { kind: 'reject'; reason: number }
  | { kind: 'abort'; reason: number }

export type ServedError = Extract<ServedAnswer, { kind: 'error' }>

export const errorOf = (errorClass: keyof typeof classes, errorCode: keyof typeof errorNumbersOf): ServedError => ({
  kind: 'error',
  errorClass: classes[errorClass],
  errorCode: errorNumbersOf[errorCode],
})

const classes = { device: 0, object: 1, property: 2, resources: 3, security: 4, services: 5 } as const
