/**
 * The state of one kind of settings for the controllers of a customer, a site group or a site: saved, waiting, sent or
 * failed (spec §4, domain §17).
 */

import { fold } from '#contracts/fold'
import type { PathNode } from '#contracts/scalars'
import type { ConfigurationType, Device, ProcessState, SendState } from '#contracts/site'
import { site } from '#contracts/site'
import { anyOfParam } from '~/backend/any-of'
import { withFallback } from '~/backend/fallback'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { countInReply, type TotalCount } from '~/domain/count'
import { isSending, isWaiting, parseProcessState } from '~/domain/send-state'
import type { BoardFilter, SendStateFilter } from './board-selection'
import { configurationTypeOf, type KindName } from './shared/kind'
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
  total: TotalCount | null
  next: string | null
  /** More controllers exist than were read. */
  isCut: boolean
}

interface StatesQuery extends BoardFilter {
  kind: KindName
  customerId: string
  /** All sites of the customer if absent, or of the group if there is one. */
  siteId?: string | undefined
  groupId?: string | undefined
  after?: string | undefined
  /** 50 by default, at most 200. */
  pageSize?: number | undefined
}

type Ask = Reader['call']

const boardPageSize = 50

/** Returns one page, ordered by name. */
export function controllerStates(ask: Ask, query: StatesQuery): Promise<StatesPage> {
  const { after, search, pageSize = boardPageSize } = query
  return withFallback(
    site.configurationStates,
    async () => {
      const page = await ask(site.configurationStates, {
        query: { ...placeQuery(query), ...stateQuery(query), search, pageSize, continuationToken: after },
      })
      const next = page.continuationToken || null
      const isRepeated = next !== null && next === after
      return {
        rows: page.data.map((row) => toControllerState(row, query.kind)),
        total: countInReply(page),
        next: isRepeated ? null : next,
        isCut: isRepeated,
      }
    },
    () => plainStates(ask, query),
  )
}

/** Returns the state filter with its kind, which the state belongs to. */
function stateQuery({ state, kind }: StatesQuery) {
  return state ? { state: anyOfParam(state), kind: configurationTypeOf[kind] } : {}
}

/** Returns the place as a query, by site where there is one: a site id already implies the customer. */
function placeQuery({ customerId, groupId, siteId }: StatesQuery) {
  if (siteId) return { siteId }
  return groupId ? { customerId, groupId } : { customerId }
}

/** The fallback for backends without the list: reads all states below the place, then the controllers of one page. */
async function plainStates(ask: Ask, query: StatesQuery): Promise<StatesPage> {
  const { states, isCut } = await statesBelow(ask, query)
  const start = Number(query.after ?? 0) || 0
  const { pageSize = boardPageSize } = query
  const candidates = states.filter((one) => mayMatch(one[configurationTypeOf[query.kind]] ?? {}, query))
  const pageRows = await inParallel(candidates.slice(start, start + pageSize), 8, async ({ deviceId, ...own }) => {
    const device = await findDevice(ask, deviceId)
    if (!device) return []
    const connected = device.overallStatus?.connected
    const { name, hostId, path } = device
    const type = configurationTypeOf[query.kind]
    const states = { [type]: own[type] ?? {} }
    const row = toControllerState({ deviceId, name, hostId, connected, states, path }, query.kind)
    return matchesBoardFilter(row, query) ? [row] : []
  })
  const end = start + pageSize
  return {
    rows: pageRows.flat(),
    total: isFiltered(query) ? null : { count: states.length, isCapped: isCut },
    isCut,
    next: end < candidates.length ? String(end) : null,
  }
}

/** Returns a controller that has a state, or null if it was removed or is not visible. */
async function findDevice(ask: Ask, id: string): Promise<Device | null> {
  try {
    return await ask(site.getDevice, { path: { id } })
  } catch (error) {
    if (error instanceof ServiceError && error.status === 404) return null
    throw error
  }
}

/** Like `matchesBoardFilter`, before the name and the connection of the controller are known. */
function mayMatch(own: SavedState, { state }: StatesQuery): boolean {
  const status = { sendState: own.sendState || 'notSet', isDirty: own.isDirty === true } as const
  const matches = (isConnected: boolean) => !state || state.some((one) => filters[one]({ ...status, isConnected }))
  return [true, false].some(matches)
}

/** Graphics that were never saved have an empty state. */
interface SavedState {
  sendState?: SendState | '' | null | undefined
  isDirty?: boolean | null | undefined
  lastSentTime?: string | null | undefined
  processState?: unknown
}

interface ListedController {
  deviceId: string
  name: string
  hostId?: string | null | undefined
  connected?: boolean | null | undefined
  states: Partial<Record<ConfigurationType, SavedState | undefined>>
  path?: PathNode[] | undefined
}

export function toControllerState(
  { deviceId, name, hostId, connected, states, path }: ListedController,
  kind: KindName,
): ControllerState {
  const state = states[configurationTypeOf[kind]]
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

function isFiltered({ state, search }: StatesQuery): boolean {
  return Boolean(state || search)
}

export function matchesBoardFilter(row: ControllerState, { state, search }: BoardFilter): boolean {
  return (!state || state.some((one) => filters[one](row))) && (!search || matchesSearch(row, search))
}

/** Matches the controller's name, its host id, and the names of its places. */
function matchesSearch({ name, hostId, path }: ControllerState, search: string): boolean {
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
  SendStateFilter,
  (row: Pick<ControllerState, 'sendState' | 'isConnected' | 'isDirty'>) => boolean
>
