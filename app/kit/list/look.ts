/**
 * The display options of a list: page size, row height and columns. Parameters of the address win over saved options.
 */
import type { QueryParams } from '~/hrefs'

export const rowChoices = [50, 100, 200] as const
export const heights = ['compact', 'comfortable'] as const

export interface Look {
  rows: (typeof rowChoices)[number]
  height: (typeof heights)[number]
  /** Keys of the hidden columns. */
  hidden: readonly string[]
  /** Keys of the optional columns that are shown. */
  shown: readonly string[]
}

/** The parameters with the columns; a saved view keeps them. */
export const columnParams = ['hide', 'show'] as const
/** The other display parameters. */
export const sizeParams = ['rows', 'height'] as const
/** All display parameters. */
export const lookParams = [...sizeParams, ...columnParams] as const

export const plainLook: Look = { rows: 50, height: 'compact', hidden: [], shown: [] }

/** The maximum number of columns in a parameter. */
const maxColumns = 40

/** Parses the display parameters; absent ones are unset or invalid. The columns are set by either of their parameters. */
export function parseLook(params: URLSearchParams): Partial<Look> {
  const rows = rowChoices.find((one) => String(one) === params.get('rows'))
  const height = heights.find((one) => one === params.get('height'))
  const columns = columnParams.some((name) => params.has(name)) && {
    hidden: columnKeys(params.get('hide')),
    shown: columnKeys(params.get('show')),
  }
  return { ...(rows && { rows }), ...(height && { height }), ...columns }
}

function columnKeys(text: string | null): string[] {
  const keys = text?.split(',').filter((key) => /^\w{1,40}$/.test(key)) ?? []
  return keys.slice(0, maxColumns)
}

/** Returns the columns as parameters of an address. */
export function columnSearch({ hidden, shown }: Partial<Pick<Look, 'hidden' | 'shown'>>): QueryParams {
  return { hide: hidden?.join() || undefined, show: shown?.join() || undefined }
}
