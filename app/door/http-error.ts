/** Why the door refuses a request. */
export type HttpErrorReason =
  | 'method'
  | 'target'
  | 'host'
  | 'headers'
  | 'crossSite'
  | 'mediaType'
  | 'bodyTooLarge'
  | 'slow'
  | 'form'
  | 'notFound'
  | 'busy'
  | 'unavailable'
  | 'noDesigner'
  | 'broken'

export const httpErrorStatus = {
  method: 405,
  target: 400,
  host: 421,
  headers: 400,
  crossSite: 403,
  mediaType: 415,
  bodyTooLarge: 413,
  slow: 408,
  form: 400,
  notFound: 404,
  busy: 503,
  unavailable: 502,
  noDesigner: 502,
  broken: 500,
} as const satisfies Record<HttpErrorReason, number>

export interface RejectedForm {
  action: string
  fields: (readonly [name: string, value: string])[]
}

/** Ends a request at the door with a readable page and a status. */
export class HttpError extends Error {
  readonly status: number

  /** `form`: the posted form, at the address where it may be reviewed and sent again. */
  constructor(
    readonly reason: HttpErrorReason,
    readonly form: RejectedForm | null = null,
  ) {
    super(`Request rejected: ${reason}`)
    this.name = 'Refusal'
    this.status = httpErrorStatus[reason]
  }
}
