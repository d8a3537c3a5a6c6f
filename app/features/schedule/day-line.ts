/**
 * The intervals of one day as one line of text: `06:30–22:00 Occupied; 22:00–23:00 Standby`. The server and the browser
 * parse with the same rules (domain §3.2).
 */
import { fold } from '#contracts/fold'
import { toNfc } from '#contracts/plain-text'
import { checkIntervals, type ValueRule } from '#contracts/schedule-interval-checks'
import { secondsOf } from '#contracts/schedule-times'
import { parseTypedNumber } from '~/domain/site-input'
import type { Translate } from '~/i18n/instance'
import type { Language } from '~/i18n/languages'
import { stateWordText } from '~/i18n/state-word'
import type { TypedInterval } from './parts'
import { unitText } from './words'

/** The values that a line accepts, and the words for them. */
export interface LineRule extends ValueRule {
  t: Translate
  language: Language
  /** Whether an interval may give way to what follows: only in an exception. */
  allowsNull: boolean
}

export interface LineProblem {
  kind: 'tooLong' | 'tooMany' | 'range' | 'time' | 'noValue' | 'value' | 'unit' | 'order' | 'overlap'
  /** The part of the line that is wrong. */
  text: string
}

export interface ParsedLine {
  /** All that could be parsed, whether or not the checks accept it. */
  intervals: TypedInterval[]
  problems: LineProblem[]
}

/** Maximum length of a line in characters: ten intervals with long labels. */
export const maxLineLength = 1_000

/** Parses a line in linear time. An empty line has no interval. */
export function parseLine(line: string, rule: LineRule): ParsedLine {
  if (line.length > maxLineLength) return { intervals: [], problems: [{ kind: 'tooLong', text: '' }] }
  const plain = toNfc(line)
    .replace(/\p{Cf}/gu, '')
    .replaceAll('\u2212', '-')
  const segments = plain.split(/[;\n\r]|,(?=\s)/).flatMap((segment) => segment.replace(/\s+/g, ' ').trim() || [])
  if (segments.length === 0 && plain.trim()) return { intervals: [], problems: [{ kind: 'range', text: plain.trim() }] }
  const parsed = segments.map((segment) => parseSegment(segment, rule))
  const problems = parsed.flatMap(({ problem }) => problem ?? [])
  const intervals = parsed.flatMap(({ interval }) => (interval ? [interval] : []))
  if (problems.length > 0) return { intervals, problems }
  return { intervals, problems: checkedProblems(intervals, rule) }
}

/** Returns the line for intervals, with a comma as the decimal sign in French. */
export const formatLine = (intervals: readonly TypedInterval[], rule: LineRule): string =>
  intervals.map((interval) => intervalLine(interval, rule)).join('; ')

export const intervalLine = ([start, end, value]: TypedInterval, rule: LineRule): string =>
  [`${start}–${end}`, valueWord(value, rule)].filter(Boolean).join(' ')

/** Returns the word for a value, as a line has it. */
export function valueWord(value: string, rule: LineRule): string {
  const known = statesOf(rule).find((state) => state.value === value)
  if (known) return known.word
  const unit = unitText(rule.facets.unit)
  return [rule.language === 'fr' ? value.replace('.', ',') : value, value && unit].filter(Boolean).join(' ')
}

/** Returns the states that can be written, in the order of the schedule; none where values are numbers. */
export function statesOf(rule: LineRule): { value: string; word: string }[] {
  const valueFor = valuesByWord(rule)
  return candidatesOf(rule).map(({ value, words }) => ({
    value,
    word:
      [stateWordText(rule.t, words[0] ?? ''), ...words].find(
        (word) => valueFor.get(folded(word)) === value && !/[;,\n\r]/.test(word),
      ) ?? value,
  }))
}

/** The words of each state, its own label first; a line is written with the reader's word for it. */
function candidatesOf({ valueType, facets, t, allowsNull }: LineRule): { value: string; words: string[] }[] {
  const nothing = allowsNull ? [{ value: '', words: [t('main:schedule.givesWay')] }] : []
  const worded = (value: string, label: string | undefined, ...others: string[]) => ({
    value,
    words: [...(label ? [label, stateWordText(t, label)] : []), ...others],
  })
  if (valueType === 'boolean')
    return [
      worded('true', facets.trueText, t('stateWord.on'), t('word.on'), 'true'),
      worded('false', facets.falseText, t('stateWord.off'), t('word.off'), 'false'),
      ...nothing,
    ]
  if (valueType !== 'enum') return nothing
  return [...(facets.range ?? []).map(({ value, label }) => worded(String(value), label, String(value))), ...nothing]
}

/** A word that two states share belongs to the first; a label wins over a word of ours or a number. */
function valuesByWord(rule: LineRule): Map<string, string> {
  const candidates = candidatesOf(rule)
  const values = new Map<string, string>()
  const longest = Math.max(0, ...candidates.map(({ words }) => words.length))
  for (let rank = 0; rank < longest; rank += 1)
    for (const { value, words } of candidates) {
      const word = folded(words[rank] ?? '')
      if (word && !values.has(word)) values.set(word, value)
    }
  return values
}

/** Without case, accents and double spaces. */
const folded = (text: string) => fold(text).replace(/\s+/g, ' ').trim()

interface Segment {
  interval?: TypedInterval
  problem?: LineProblem
}

function parseSegment(text: string, rule: LineRule): Segment {
  const start = readTime(text.replace(/^(?:from|de) /i, ''))
  const [separator] = /^ ?(?:[-\u2010-\u2015]|to |\u00e0|a ) ?/i.exec(start?.rest ?? '') ?? []
  const end = start && separator !== undefined ? readEnd(start.rest.slice(separator.length), rule) : null
  if (!start || !end) return { problem: { kind: 'range', text } }
  if (secondsOf(start.time) === null) return { problem: { kind: 'time', text: start.typed } }
  if (secondsOf(end.time, { isEnd: true }) === null) return { problem: { kind: 'time', text: end.typed } }
  const { value, problem } = parseValue(end.rest.trim(), rule)
  return problem
    ? { problem: { kind: problem, text: problem === 'noValue' ? text : end.rest.trim() } }
    : { interval: [start.time, end.time, value ?? ''] }
}

interface TimeReading {
  /** As schedules store it. */
  time: string
  typed: string
  rest: string
}

/** Reads `6`, `0630`, `6:30`, `6.30`, `6 h`, `6 h 30` or `06:30:15` at the start of a text. */
function readTime(text: string, hasMinutes = true): TimeReading | null {
  const [digits = ''] = /^\d+/.exec(text) ?? []
  if (digits === '' || digits.length > 4) return null
  if (digits.length > 2) return readingOf(text, digits.length, [digits.slice(0, -2), digits.slice(-2)])
  const [mark = ''] = /^ ?[:.h]/i.exec(text.slice(digits.length)) ?? []
  const length = digits.length + mark.length
  const [minutesTyped, minutes] = (mark && hasMinutes && /^ ?(\d\d)(?!\d)/.exec(text.slice(length))) || []
  const isHour = mark === '' || mark.toLowerCase().endsWith('h')
  if (minutesTyped === undefined || minutes === undefined)
    return isHour ? readingOf(text, length, [digits, '00']) : null
  const [secondsTyped = '', seconds = '00'] = /^:(\d\d)(?!\d)/.exec(text.slice(length + minutesTyped.length)) ?? []
  return readingOf(text, length + minutesTyped.length + secondsTyped.length, [digits, minutes, seconds])
}

const readingOf = (
  text: string,
  length: number,
  [hours = '', minutes = '', seconds = '00']: string[],
): TimeReading => ({
  time: [hours.padStart(2, '0'), minutes, ...(seconds === '00' ? [] : [seconds])].join(':'),
  typed: text.slice(0, length),
  rest: text.slice(length),
})

/** Reads an end; without minutes where a unit shows that the last number is the value, as in `17 h 21 °C`. */
function readEnd(text: string, rule: LineRule): TimeReading | null {
  const [whole, hour] = [readTime(text), readTime(text, false)].map((end) =>
    end && /^(?: |$)/.test(end.rest) ? end : null,
  )
  if (whole && isValue(whole.rest.trim(), rule)) return whole
  const after = hour?.rest.trim() ?? ''
  return hour && /[^\d., +-]/.test(after) && isValue(after, rule) ? hour : (whole ?? hour ?? null)
}

const isValue = (typed: string, rule: LineRule) => parseValue(typed, rule).problem === undefined

function parseValue(
  typed: string,
  rule: LineRule,
): { value?: string; problem?: Extract<LineProblem['kind'], 'noValue' | 'value' | 'unit'> } {
  // A switched schedule runs in its intervals: without a word they are on.
  if (typed === '') return rule.valueType === 'boolean' ? { value: 'true' } : { problem: 'noValue' }
  const value = valuesByWord(rule).get(folded(typed))
  if (value !== undefined) return { value }
  if (rule.valueType === 'boolean' || rule.valueType === 'enum') return { problem: 'value' }
  const [number = ''] = /^[-+]?[\d., ]*/.exec(typed) ?? []
  const unit = typed.slice(number.length)
  const parsed = parseTypedNumber(number, rule.language)
  if (number === '' || parsed === undefined) return { problem: 'value' }
  return isUnit(unit, rule) ? { value: String(parsed) } : { problem: 'unit' }
}

/** Whether the unit is that of the schedule: `°C`, `C`, `°` or none. */
function isUnit(typed: string, { facets }: LineRule): boolean {
  const bare = (text: string) => folded(text).replaceAll(' ', '')
  const own = bare(unitText(facets.unit))
  const unit = bare(typed)
  return unit === '' || unit === own || (own.startsWith('°') && (unit === '°' || unit === own.slice(1)))
}

function checkedProblems(intervals: readonly TypedInterval[], rule: LineRule): LineProblem[] {
  const found = checkIntervals(
    intervals.map(([start, end, value]) => ({ start, end, value: checkableValue(value) })),
    { at: 'line', rule, allowsNull: rule.allowsNull },
  )
  return Object.keys(found).map((field): LineProblem => {
    const [, row, part] = field.split('.')
    const interval = intervals[Number(row)]
    if (row === undefined || !interval) return { kind: 'tooMany', text: '' }
    const kind = part === 'value' ? 'value' : part === 'end' ? 'order' : 'overlap'
    return { kind, text: kind === 'value' ? valueWord(interval[2], rule) : `${interval[0]}–${interval[1]}` }
  })
}

function checkableValue(text: string): boolean | number | null {
  if (text === '') return null
  return text === 'true' || text === 'false' ? text === 'true' : Number(text)
}

/** The problems that one message lists; the others are reported once these are corrected. */
const maxListed = 3

/** Returns what is wrong with a line, and what to enter. */
export function lineProblemText(problems: readonly LineProblem[], rule: LineRule): string {
  const { t } = rule
  const values = { values: acceptedText(rule), example: exampleLine(rule), unit: unitText(rule.facets.unit) }
  const sentences = problems.map(({ kind, text }) =>
    t(`main:scheduleEdit.line.${kind}`, { ...values, text: short(text) }),
  )
  return [...new Set(sentences)].slice(0, maxListed).join(' ')
}

const short = (text: string) => (text.length > 40 ? `${[...text].slice(0, 40).join('')}…` : text)

/** Returns the accepted values in words: the states, or the bounds with their unit. */
function acceptedText(rule: LineRule): string {
  const states = statesOf(rule)
  const { facets, valueType, t } = rule
  if (valueType === 'boolean' || valueType === 'enum') return states.map(({ word }) => word).join(', ')
  const word = (bound: number) => valueWord(String(bound), rule)
  if (typeof facets.min === 'number' && typeof facets.max === 'number')
    return t('main:scheduleEdit.line.between', { min: word(facets.min), max: word(facets.max) })
  return exampleValue(rule)
}

function exampleValue(rule: LineRule): string {
  const [first] = statesOf(rule)
  if ((rule.valueType === 'boolean' || rule.valueType === 'enum') && first) return first.word
  const { min, max } = rule.facets
  const middle = typeof min === 'number' && typeof max === 'number' ? Math.round((min + max) / 2) : 21
  return valueWord(String(middle), rule)
}

/** Returns a line that the schedule accepts, as an example. */
export const exampleLine = (rule: LineRule): string => `06:30–22:00 ${exampleValue(rule)}`
