/** The worst that a request can be filled with, and what it costs beside the same request with harmless letters. */
import { type LoopCost, startMeter } from '../harness/loop-meter.mjs'
import { isFull } from './size'

/** Repeats a text up to so many characters. */
const upTo = (characters: number, text: string) => text.repeat(Math.ceil(characters / text.length)).slice(0, characters)

/** Nothing looks at these letters twice. */
export const harmless = (characters: number) => upTo(characters, 'abcdefghijklmnop qrstuvw\n')

/** What patterns, normal forms, parsers and comparisons of names have their trouble with, by so many characters. */
export const worstTexts: Record<string, (characters: number) => string> = {
  'one letter': (n) => upTo(n, 'a'),
  'blanks between letters': (n) => `a${upTo(n, ' ')}b`,
  'words of one letter': (n) => upTo(n, 'a '),
  'line ends': (n) => `a${upTo(n, '\n')}b`,
  'blanks and line ends': (n) => upTo(n, ' \r\n'),
  'marks in the wrong order': (n) => `a${upTo(n, '\u0301\u0327')}b`,
  'letters with as many marks as are normalized': (n) => upTo(n, `a${'\u0301\u0327'.repeat(15)}`),
  NUL: (n) => upTo(n, 'a\0'),
  'begun comments': (n) => upTo(n, '<!--'),
  'begun tags': (n) => upTo(n, '<a b="'),
  'begun lists': (n) => upTo(n, '['),
  'begun objects': (n) => upTo(n, '{"a":'),
  'quotes of CSV': (n) => upTo(n, '"",'),
  quotes: (n) => upTo(n, '"'),
  'equal names': (n) => upTo(n, 'VAV-1\n'),
  'rows of sites': (n) => `Site,Building,Floor,Space\n${upTo(n, 'a,b,c,d\n')}`,
  'rows of long names': (n) => `Site,Building,Floor,Space\n${upTo(n, `${'\u0301\u0327'.repeat(2_400)}\n`)}`,
  separators: (n) => upTo(n, ',;/ / '),
  digits: (n) => upTo(n, '1'),
  dots: (n) => upTo(n, '1.'),
  colons: (n) => upTo(n, 'aa:'),
  'domains and addresses': (n) => upTo(n, 'a@a.'),
  'halves of pictures': (n) => upTo(n, '\u{1f469}\u200d'),
  'marks of direction': (n) => upTo(n, '\u202e\u200f'),
  'large letters that are two': (n) => upTo(n, 'İΣß'),
  hangul: (n) => upTo(n, '\u1112\u1161\u11ab'),
  percents: (n) => upTo(n, '%25'),
  backslashes: (n) => upTo(n, '\\'),
}
export const worstNames = Object.keys(worstTexts)

/** One of them after the other, by turns. */
export const textByTurns = (turn: number) => worstNames[turn % worstNames.length] as string

export interface Costs {
  status: number
  /** Of each process that has a part in it. */
  costs: LoopCost[]
}

/** Ms of the event loop that no request costs, be the machine as busy as it is. */
const maxMs = 250
/** Beside the same request with harmless letters. */
const maxRatio = 4
/** What harmless letters cost at most, ms of the processor. */
const maxPlainMs = 3_000

const worstOf = ({ costs }: Costs, kind: keyof LoopCost) => Math.max(...costs.map((cost) => cost[kind]))

export interface Verdict {
  /** Null for a request that costs what it may. */
  problem: string | null
  longestMs: number
}

/**
 * Judges a request by what it costs the event loop, which a busy machine makes longer, and the processor. One that costs
 * more than it may is sent again, and once with harmless letters in place of the worst.
 */
export async function judge(
  send: (text: (characters: number) => string) => Promise<Costs>,
  name: string,
): Promise<Verdict> {
  const worst = worstTexts[name] as (characters: number) => string
  const first = await send(worst)
  if (first.status >= 500) return { problem: `${first.status}`, longestMs: worstOf(first, 'longestMs') }
  if (isCheap(first)) return { problem: null, longestMs: worstOf(first, 'longestMs') }
  const again = await send(worst)
  const longestMs = Math.min(worstOf(first, 'longestMs'), worstOf(again, 'longestMs'))
  if (isCheap(again)) return { problem: null, longestMs }
  const plain = await send(harmless)
  const cpuMs = Math.min(worstOf(first, 'cpuMs'), worstOf(again, 'cpuMs'))
  const plainMs = worstOf(plain, 'cpuMs')
  // A stretch that took no such time of the processor was the machine's, not the request's.
  const isTooLong = isFull && Math.min(longestMs, cpuMs) > maxMs
  const isTooMuch = cpuMs > maxRatio * plainMs + maxMs || cpuMs > maxPlainMs || isTooLong
  const figures = `${Math.round(longestMs)} ms of the loop, ${Math.round(cpuMs)} ms of the processor, ${Math.round(plainMs)} with letters`
  return { problem: isTooMuch ? figures : null, longestMs }
}

/** Whether a request cost neither as long a stretch as nobody is to wait, nor the processor as much. */
function isCheap(costs: Costs): boolean {
  return worstOf(costs, 'longestMs') <= maxMs && (isFull || worstOf(costs, 'cpuMs') <= maxMs)
}

/** The meter of this process, in which the services are. */
export const ownCost = startMeter()
