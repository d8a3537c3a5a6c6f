/**
 * The display options of a list: page size, row height and hidden columns. Parameters of the address win over saved
 * options.
 */

export const rowChoices = [50, 100, 200] as const
export const heights = ['compact', 'comfortable'] as const

export interface Look {
  rows: (typeof rowChoices)[number]
  height: (typeof heights)[number]
  /** Keys of columns. */
  hidden: readonly string[]
}

/** The parameters of the address. */
export const lookParams = ['rows', 'height', 'hide'] as const

export const plainLook: Look = { rows: 50, height: 'compact', hidden: [] }

/** The maximum number of hidden columns. */
const maxHidden = 30

/** Parses the display parameters; absent ones are unset or invalid. */
export function parseLook(params: URLSearchParams): Partial<Look> {
  const rows = rowChoices.find((one) => String(one) === params.get('rows'))
  const height = heights.find((one) => one === params.get('height'))
  const hide = params.get('hide')
  const hidden = hide?.split(',').filter((key) => /^\w{1,40}$/.test(key))
  return { ...(rows && { rows }), ...(height && { height }), ...(hidden && { hidden: hidden.slice(0, maxHidden) }) }
}
