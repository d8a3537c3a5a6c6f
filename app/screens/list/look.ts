/** How a list looks to whom: rows a page, their height, which columns are hidden. An address that says so wins. */

export const rowChoices = [50, 100, 200] as const
export const heights = ['compact', 'comfortable'] as const

export interface Look {
  rows: (typeof rowChoices)[number]
  height: (typeof heights)[number]
  /** Keys of columns. */
  hidden: readonly string[]
}

/** The words of an address that say it. */
export const lookWords = ['rows', 'height', 'hide'] as const

export const plainLook: Look = { rows: 50, height: 'compact', hidden: [] }

/** A list has no more columns than that to hide. */
const mostHidden = 30

/** What is said of it: nothing where it is not said, or means nothing. */
export function lookIn(said: URLSearchParams): Partial<Look> {
  const rows = rowChoices.find((one) => String(one) === said.get('rows'))
  const height = heights.find((one) => one === said.get('height'))
  const hide = said.get('hide')
  const hidden = hide?.split(',').filter((key) => /^\w{1,40}$/.test(key))
  return { ...(rows && { rows }), ...(height && { height }), ...(hidden && { hidden: hidden.slice(0, mostHidden) }) }
}
