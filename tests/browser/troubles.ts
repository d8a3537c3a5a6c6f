/**
 * The troubles of the backend, one by one: how each is brought about while somebody sends a form, and what their page
 * says of it then. What is said in the words of the catalogue is read from there.
 */
import type { Locator, Page } from '@playwright/test'
import errors from '../../app/i18n/en/errors'
import login from '../../app/i18n/en/login'
import change from '../../app/i18n/en/main/change'
import edit from '../../app/i18n/en/main/edit'
import type { ServiceName } from '../../services/contracts/endpoint'
import type { JournalEntry } from '../../services/kit/journal'
import type { Console } from '../harness/console'
import { expect } from './fixtures'

/** A form that somebody has filled in: all that is left is to send it. */
export interface Begun {
  /** What was typed and chosen, in the words of the page or of its fields. */
  typed: readonly string[]
  /** Types what no page may bring back. */
  typeSecrets?(): Promise<unknown>
  /** Somebody else changes the same thing; answers how many things are left to do, where it is not all of them. */
  elsewhere?(): Promise<number | undefined>
  /** Lets one of the things be refused, until what it answers is called; it says with which words. */
  refuseOne?(): Promise<{ words: string; end(): Promise<unknown> }>
  /** Puts back what a later walk counts on. */
  after?(): Promise<unknown>
}

export interface Walk {
  journey: number
  what: string
  /** The call that does it. */
  service: ServiceName
  match: string
  /** The things that a call did of it, by whatever names them once each. */
  things(performed: JournalEntry): string[]
  /** So many of them are done when all is over. */
  many: number
  review?: RegExp
  apply: RegExp
  /** What is said where nothing is left to do, since what nobody heard of was done. */
  over?: string
  /** Why a trouble cannot be in its way. */
  cannot?: Partial<Record<TroubleName, string>>
  begin(at: { page: Page; product: Console; hasScripts: boolean; turn: number }): Promise<Begun>
}

export const troubleNames = [
  'the session has ended',
  'the service breaks with 500',
  'the time is over',
  'one of several is refused',
  'code 4004',
  'somebody else changed it',
] as const
export type TroubleName = (typeof troubleNames)[number]

/** Brings a trouble about: what the page is to say of it, and how many things are left to do where others did some. */
type Trouble = (walk: Walk, begun: Begun, product: Console) => Promise<Brought>

interface Brought {
  says: RegExp
  left?: number | undefined
  /** Milliseconds that pass for the console while it waits for what was done. */
  passes?: number
  end?(): Promise<unknown>
}

/** As long as the console waits for the service with the most patience. */
export const patience = 15_000

const inject = (product: Console, { service, match }: Walk, order: object) =>
  product.services.control(`POST /services/${service}/inject`, { match, kind: 'status', times: 1, ...order })

/** One of these texts, as they stand in the catalogue. */
const oneOf = (...texts: string[]) =>
  new RegExp(texts.map((text) => text.replace(/[.*+?^$()|[\]\\]/g, '\\$&')).join('|'))
/** What is said where all of a change was made, of those that say it in a sentence of their own. */
const results = '[\\d,]+ (?:alarms? acknowledged|faults? resolved|overrides? released)'
/** What is said where nobody answered: that it is not known, or that it was looked up. */
const unanswered = [change.page.unknown, change.page.someFailed, errors.operations.unavailable]

export const troubles: Record<TroubleName, Trouble> = {
  'the session has ended': async (walk, _, product) => {
    await inject(product, walk, { status: 401 })
    return { says: oneOf(login.refused.title, login.refusedAtOnce.title) }
  },
  // Before anything is done.
  'the service breaks with 500': async (walk, _, product) => {
    await inject(product, walk, { status: 500 })
    return { says: oneOf(...unanswered) }
  },
  // When all is done: what nobody hears of.
  'the time is over': async (walk, _, product) => {
    await inject(product, walk, { kind: 'delay', delayMs: 20_000, after: true })
    const said = oneOf(...unanswered, change.page.allDone, errors.operations.timeout)
    return { says: new RegExp(`${said.source}|${results}`), passes: patience }
  },
  'one of several is refused': async (_, begun) => {
    if (!begun.refuseOne) throw new Error('Nothing lets one of several be refused')
    const { words, end } = await begun.refuseOne()
    return { says: oneOf(change.page.someFailed, words), end }
  },
  'code 4004': async (walk, _, product) => {
    await inject(product, walk, { status: 404, errorCode: 4004 })
    return { says: oneOf(errors.trouble.missing, change.page.someFailed) }
  },
  'somebody else changed it': async (_, begun) => {
    if (!begun.elsewhere) throw new Error('Nothing changes it elsewhere')
    const left = await begun.elsewhere()
    return {
      says: oneOf(errors.change.moved, edit.conflict.title, errors.points.moved, errors.catalogue.stale),
      left,
    }
  },
}

/** Leads from wherever a trouble ended, as the page offers it, back to the button that sends; false where all is done. */
export async function backToPlan(page: Page, walk: Walk): Promise<boolean> {
  const main = page.getByRole('main')
  const button = (name: string | RegExp) => main.getByRole('button', { name })
  const link = (name: string) => main.getByRole('link', { name })
  const ends = [button(walk.apply), button(edit.conflict.save)]
  const ways = [
    ...(walk.review ? [button(walk.review)] : []),
    link(login.signInAgain),
    button(/^Retry [\d,]+ remaining item/),
    link(change.page.form),
    main.getByRole('link', { name: /^Back to the form for \d+/ }),
  ]
  const over = [change.page.allDone, errors.change.nothing, errors.change.allSkipped, ...(walk.over ? [walk.over] : [])]
  const isOver = [
    ...over.map((text) => main.getByText(text, { exact: true })),
    main.getByText(new RegExp(`^${results}$`)),
  ]
  const either = (all: Locator[]) => all.reduce((one, other) => one.or(other)).first()
  for (let step = 0; step <= ways.length; step += 1) {
    await expect(either([...isOver, ...ends, ...ways])).toBeVisible()
    if (await either(isOver).isVisible()) return false
    if (await either(ends).isVisible()) return true
    for (const way of ways)
      if (await way.isVisible()) {
        await way.click()
        await expect(way).toBeHidden()
        break
      }
  }
  throw new Error(`No way back from ${page.url()}`)
}

/** Sends what stands there; where two people changed one thing, keeps what was typed. */
export async function sendAgain(page: Page, walk: Walk): Promise<void> {
  const main = page.getByRole('main')
  const chosen = main.getByRole('button', { name: edit.conflict.save })
  if (!(await chosen.isVisible())) return main.getByRole('button', { name: walk.apply }).click()
  for (const yours of await main.locator('input[type=radio][value=yours]').all()) await yours.check()
  await chosen.click()
}

/** Everything typed stands in the page, in a field or in a plan. */
export async function expectTyped(page: Page, typed: readonly string[]): Promise<void> {
  const missing = () =>
    page.getByRole('main').evaluate((main, all) => {
      const fields = [
        ...main.querySelectorAll<HTMLInputElement>('input:not([type=hidden]), [name=reason], textarea, select'),
      ]
      const held = fields.map((field) => field.value)
      return all.filter((one) => !held.some((value) => value.includes(one)) && !main.textContent?.includes(one))
    }, typed)
  await expect.poll(missing, 'what was typed and is not there').toEqual([])
}
