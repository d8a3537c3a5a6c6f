/**
 * Compiles texts with interpolated values once per process: a page of fifty rows renders the same sentence fifty times.
 * Texts with more than plain values and numbers (a context, a nested text) are left to the library.
 */
import { isolated } from './isolated'
import type { Language } from './languages'

type Values = Readonly<Record<string, unknown>>

/** Looks up a text. With `skipInterpolation` the placeholders stay in the result. */
export type FindText = (key: string, values?: Values & { skipInterpolation?: true }) => string

interface Compiled {
  /** The text before, between and after the values. */
  texts: string[]
  values: { name: string; isNumber: boolean }[]
}

/** Options of the library that share an object with the values of a text. */
const libraryOptions = new Set(['context', 'defaultValue', 'ns', 'lng', 'replace', 'returnObjects', 'ordinal'])

/**
 * Returns a formatter for the texts of one language. The formatter returns null for texts only the library can format.
 */
export function createTextFormatter(language: Language, find: FindText) {
  let plural: Intl.PluralRules | undefined
  const number = numbersIn(language)
  const cache = new Map<string, Compiled | null>()
  const forms = new Map<number, string>()

  /** Caches the plural form of the common numbers. */
  function formOf(count: number): string {
    if (count === 0) return 'zero'
    const known = forms.get(count)
    if (known) return known
    plural ??= new Intl.PluralRules(language)
    const pluralForm = plural.select(count)
    if (Number.isInteger(count) && count > 0 && count < 1_000) forms.set(count, pluralForm)
    return pluralForm
  }

  return function textOf(key: string, values: Values): string | null {
    const { count } = values
    for (const name in values) if (libraryOptions.has(name)) return null
    if (count !== undefined && typeof count !== 'number') return null
    const form = count === undefined ? key : `${key} ${formOf(count)}`
    let compiled = cache.get(form)
    if (compiled === undefined) {
      const source = find(key, count === undefined ? { skipInterpolation: true } : { count, skipInterpolation: true })
      compiled = compile(source)
      cache.set(form, compiled)
    }
    return compiled && fillIn(compiled, values, number)
  }
}

function compile(source: string): Compiled | null {
  if (source.includes('$t(')) return null
  const pieces = source.split(/\{\{([^{}\n]*)\}\}/)
  const values = pieces
    .filter((_, at) => at % 2 === 1)
    .map((inside) => /^\s*(\w+)\s*(,\s*number\s*)?$/.exec(inside))
    .map((match) => match && { name: match[1] as string, isNumber: match[2] !== undefined })
  if (values.some((value) => value === null)) return null
  return {
    texts: pieces.filter((_, at) => at % 2 === 0),
    values: values as Compiled['values'],
  }
}

function fillIn({ texts, values }: Compiled, params: Values, number: (value: number) => string): string | null {
  let text = texts[0] as string
  for (let at = 0; at < values.length; at += 1) {
    const { name, isNumber } = values[at] as Compiled['values'][number]
    const value = params[name]
    if (isNumber ? typeof value !== 'number' : typeof value !== 'string' && typeof value !== 'number') return null
    text += (isNumber ? number(value as number) : isolated(String(value))) + texts[at + 1]
  }
  return text
}

/**
 * Returns a formatter of numbers, with a dash for one that is not finite. Whole numbers below a thousand are their
 * digits: a browser takes long for its first format.
 */
function numbersIn(language: Language): (value: number) => string {
  let format: Intl.NumberFormat | undefined
  return (value) => {
    if (Number.isInteger(value) && value >= 0 && value < 1_000) return String(value)
    if (!Number.isFinite(value)) return '–'
    format ??= new Intl.NumberFormat(language)
    return format.format(value)
  }
}
