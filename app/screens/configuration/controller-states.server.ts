/**
 * The state of one kind of settings for the controllers of a customer, a site group or a site: saved, waiting, sent or
 * failed (spec §4, domain §17).
 */

import { fold } from '#contracts/fold'
import type { PathNode } from '#contracts/scalars'
import type { ConfigurationType, Device, ProcessState, SendState } from '#contracts/site'
import { site } from '#contracts/site'
import { anyOf } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { type Counted, countedIn } from '~/domain/counted'
import { isSending, isWaiting, parseProcessState } from '~/domain/send-state'
import type { BoardFilter, StateFilter } from './choice'
import { type KindName, typeOf } from './kind'
import { statesBelow } from './states-below.server'

export interface ControllerState {
  id: string
  name: string
  hostId: string
  isConnected: boolean
  path: PathNode[]
  sendState: SendState
  /** How far the build is; graphics only. */
  processState: ProcessState | null
  isDirty: boolean
  lastSentTime: string | null
}

export interface StatesPage {
  rows: ControllerState[]
  /** The number of matches; null where the backend does not count them. */
  total: Counted | null
  next: string | null
  /** More controllers exist than were read. */
  isCut: boolean
}

interface Wanted extends BoardFilter {
  kind: KindName
  customerId: string
  /** All sites of the customer if absent, or of the group if there is one. */
  siteId?: string | undefined
  groupId?: string | undefined
  after?: string | undefined
  /** 50 by default, at most 200. */
  pageSize?: number | undefined
}

type Ask = Reader['ask']

const pageOfBoard = 50

/** Returns one page, ordered by name. */
export function controllerStates(ask: Ask, wanted: Wanted): Promise<StatesPage> {
  const { after, search, pageSize = pageOfBoard } = wanted
  return withFallback(
    site.configurationStates,
    async () => {
      const page = await ask(site.configurationStates, {
        query: { ...placeOf(wanted), ...stateIn(wanted), search, pageSize, continuationToken: after },
      })
      const next = page.continuationToken || null
      const leadsBack = next !== null && next === after
      return {
        rows: page.data.map((row) => stateOf(row, wanted.kind)),
        total: countedIn(page),
        next: leadsBack ? null : next,
        isCut: leadsBack,
      }
    },
    () => plainStates(ask, wanted),
  )
}

/** Returns the state filter with its kind, which the state belongs to. */
function stateIn({ state, kind }: Wanted) {
  return state ? { state: anyOf(state), kind: typeOf[kind] } : {}
}

/** Returns the place as a query, by site where there is one: a site id already implies the customer. */
function placeOf({ customerId, groupId, siteId }: Wanted) {
  if (siteId) return { siteId }
  return groupId ? { customerId, groupId } : { customerId }
}

/** The fallback for backends without the list: reads all states below the place, then the controllers of one page. */
async function plainStates(ask: Ask, wanted: Wanted): Promise<StatesPage> {
  const { states, isCut } = await statesBelow(ask, wanted)
  const start = Number(wanted.after ?? 0) || 0
  const { pageSize = pageOfBoard } = wanted
  const candidates = states.filter((one) => mayMatch(one[typeOf[wanted.kind]] ?? {}, wanted))
  const looked = await inParallel(candidates.slice(start, start + pageSize), 8, async ({ deviceId, ...own }) => {
    const device = await deviceOrNone(ask, deviceId)
    if (!device) return []
    const connected = device.overallStatus?.connected
    const { name, hostId, path } = device
    const type = typeOf[wanted.kind]
    const states = { [type]: own[type] ?? {} }
    const row = stateOf({ deviceId, name, hostId, connected, states, path }, wanted.kind)
    return isWanted(row, wanted) ? [row] : []
  })
  const end = start + pageSize
  return {
    rows: looked.flat(),
    total: isFiltered(wanted) ? null : { count: states.length, isCapped: isCut },
    isCut,
    next: end < candidates.length ? String(end) : null,
  }
}

/** Returns a controller that has a state, or null if it was removed or is not visible. */
async function deviceOrNone(ask: Ask, id: string): Promise<Device | null> {
  try {
    return await ask(site.getDevice, { path: { id } })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}

/** Like `matchesBoardFilter`, before the name and the connection of the controller are known. */
function mayMatch(own: OwnState, { state }: Wanted): boolean {
  const known = { sendState: own.sendState || 'notSet', isDirty: own.isDirty === true } as const
  const matches = (isConnected: boolean) => !state || state.some((one) => filters[one]({ ...known, isConnected }))
  return [true, false].some(matches)
}

/** Graphics that were never saved have an empty state. */
interface OwnState {
  sendState?: SendState | '' | null | undefined
  isDirty?: boolean | null | undefined
  lastSentTime?: string | null | undefined
  processState?: unknown
}

interface Listed {
  deviceId: string
  name: string
  hostId?: string | null | undefined
  connected?: boolean | null | undefined
  states: Partial<Record<ConfigurationType, OwnState | undefined>>
  path?: PathNode[] | undefined
}

export function stateOf({ deviceId, name, hostId, connected, states, path }: Listed, kind: KindName): ControllerState {
  const state = states[typeOf[kind]]
  return {
    id: deviceId,
    name,
    hostId: hostId ?? '',
    isConnected: connected === true,
    path: path ?? [],
    sendState: state?.sendState || 'notSet',
    processState: parseProcessState(state?.processState),
    isDirty: state?.isDirty === true,
    lastSentTime: state?.lastSentTime ?? null,
  }
}

function isFiltered({ state, search }: Wanted): boolean {
  return Boolean(state || search)
}

export function isWanted(row: ControllerState, { state, search }: BoardFilter): boolean {
  return (!state || state.some((one) => filters[one](row))) && (!search || isNamed(row, search))
}

/** Matches the controller's name, its host id, and the names of its places. */
function isNamed({ name, hostId, path }: ControllerState, search: string): boolean {
  const folded = fold(search)
  return [name, hostId, ...path.map((place) => place.name)].some((text) => fold(text).includes(folded))
}

const filters = {
  dirty: ({ isDirty }) => isDirty,
  failed: ({ sendState }) => sendState === 'failed',
  waiting: ({ sendState, isConnected }) => isWaiting(sendState, isConnected),
  running: ({ sendState, isConnected }) => isSending(sendState) && !isWaiting(sendState, isConnected),
  succeed: ({ sendState, isDirty }) => sendState === 'succeed' && !isDirty,
  notSet: ({ sendState }) => sendState === 'notSet',
} as const satisfies Record<
  StateFilter,
  (row: Pick<ControllerState, 'sendState' | 'isConnected' | 'isDirty'>) => boolean
>
