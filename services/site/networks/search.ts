/** The search for controllers on a network: requested, kept, and compared with the tree. */
import { maxDeviceInstance } from '../../contracts/bacnet-names'
import { findingStates, lateAnswerMs } from '../../contracts/controller-network-names'
import type {
  FindingState,
  NetworkFinding,
  NetworkProblem,
  NetworkSearch,
  SearchedObject,
} from '../../contracts/controller-networks'
import type { site } from '../../contracts/site'
import { fail } from '../../kit/api-error'
import { type Handlers, replyWith } from '../../kit/call'
import { timestamp } from '../../kit/clock'
import { keysetPage } from '../../kit/keyset'
import { type Condition, rowContains } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { queryWords, wordsOf } from '../../kit/words'
import type { World } from '../../kit/world'
import { type ControllerSearch, LinkError } from '../../link/port'
import { pathFinder } from '../hierarchy/paths'
import { insertRow } from '../hierarchy/rows'
import { callerPerson, requireScopeWritable } from '../hierarchy/write-checks'
import { findNetwork, scopeOfNetwork } from './records'

type Searches = Pick<Handlers<typeof site>, 'searchNetwork' | 'getNetworkSearch' | 'findNetworkControllers'>

interface SearchRow {
  state: NetworkSearch['state']
  problem: NetworkProblem | null
  requested_at: number
  requested_by: string | null
  completed_at: number | null
  object: string | null
}

interface FindingRow {
  id: number
  answer: 'read' | 'silent' | 'refused' | 'duplicate' | 'missing'
  addresses: string
  network_number: number | null
  vendor_id: number | null
  vendor_name: string | null
  model_name: string | null
  firmware: string | null
  serial_number: string | null
  name: string | null
  description: string | null
  location: string | null
  answered_after_ms: number | null
  objects: string | null
  device_id: string | null
  device_name: string | null
  space_id: string | null
  offline_since: number | null
}

const kind = 'network.search'

/** A link that has not answered by then does not answer any more. */
const patienceMs = 20_000

const found = `network_finding AS finding
  LEFT JOIN networked_device AS own ON own.network_id = finding.network_id AND own.instance = finding.instance
  LEFT JOIN device ON device.id = own.device_id`

const conditions: Readonly<Record<FindingState, string>> = {
  new: `answer IN ('read', 'silent', 'refused') AND own.device_id IS NULL`,
  known: `answer IN ('read', 'silent', 'refused') AND own.device_id IS NOT NULL`,
  late: `answer <> 'missing' AND answered_after_ms > ${lateAnswerMs}`,
  silent: `answer = 'silent'`,
  refused: `answer = 'refused'`,
  duplicate: `answer = 'duplicate'`,
  missing: `answer = 'missing' AND own.device_id IS NOT NULL`,
}

export const networkSearches: Searches = {
  searchNetwork(call) {
    const { params, body, caller, world } = call
    const { store, clock, intents, links } = world
    const object = body?.object ?? null
    const network = findNetwork(store, params.id)
    const owner = requireScopeWritable(call, scopeOfNetwork(network))
    if (!network) return fail(4005)
    if (!links.has(network.protocol, network.agent_id)) fail(4310)
    if (readSearch(world, network.id)?.state !== 'running') {
      store.run(
        `INSERT OR REPLACE INTO network_search (network_id, state, problem, requested_at, requested_by, completed_at, object)
         VALUES (?,'running',NULL,?,?,NULL,?)`,
        network.id,
        clock.now(),
        callerPerson(caller, owner.tenantId).fullName,
        object && JSON.stringify(object),
      )
      intents.begin(kind, { networkId: network.id, object }, [`search:${network.id}`])
    }
    return replyWith({ data: searchReply(world, network.id) ?? fail(4005) }, { status: 202 })
  },

  getNetworkSearch({ params, world, require }) {
    require(scopeOfNetwork(findNetwork(world.store, params.id)))
    return { data: searchReply(world, params.id) }
  },

  findNetworkControllers({ params, query, world, require }) {
    require(scopeOfNetwork(findNetwork(world.store, params.id)))
    const { state, search, instances } = query
    const words = queryWords(search)
    const narrowed: Condition[] = [
      ['finding.network_id = ?', params.id],
      [`(answer <> 'missing' OR own.device_id IS NOT NULL)`],
      ...(state ? [[conditions[state]] satisfies Condition] : []),
      ...(words.length ? [rowContains('finding.words', words)] : []),
      ...(instances
        ? [['finding.instance IN (SELECT value FROM json_each(?))', `[${instances}]`] satisfies Condition]
        : []),
    ]
    const { rows, next, counts } = keysetPage<FindingRow>(world.store, {
      from: found,
      columns: `finding.*, finding.instance AS id, own.device_id, device.name AS device_name, device.space_id,
        device.offline_since`,
      where: narrowed.map(([sql]) => sql).join(' AND '),
      parameters: narrowed.flatMap(([, ...values]) => values),
      orderBy: 'finding.instance',
      idColumn: 'finding.instance',
      pageSize: query.pageSize,
      continuationToken: query.continuationToken,
    })
    const paths = pathFinder(world.store)
    paths.load(
      'space',
      rows.map(({ space_id }) => space_id),
    )
    return {
      data: rows.map((row) => toFinding(row, row.space_id === null ? [] : paths.ofDevice({ space_id: row.space_id }))),
      continuationToken: next,
      ...counts,
    }
  },
}

const readSearch = ({ store }: World, networkId: string) =>
  store.get<SearchRow>('SELECT * FROM network_search WHERE network_id = ?', networkId)

function searchReply(world: World, networkId: string): NetworkSearch | null {
  const row = readSearch(world, networkId)
  if (!row) return null
  const sums = findingStates.map((state) => `sum(${conditions[state]}) AS "${state}"`).join(', ')
  const counts = world.store.get<Record<FindingState, number | null>>(
    `SELECT ${sums} FROM ${found} WHERE finding.network_id = ?`,
    networkId,
  )
  return {
    state: row.state,
    requestedAt: timestamp(row.requested_at),
    requestedBy: row.requested_by,
    completedAt: row.completed_at === null ? null : timestamp(row.completed_at),
    problem: row.problem,
    object: JSON.parse(row.object ?? 'null') as SearchedObject | null,
    counts: Object.fromEntries(findingStates.map((state) => [state, counts?.[state] ?? 0])) as Record<
      FindingState,
      number
    >,
  }
}

function toFinding(row: FindingRow, path: ReturnType<ReturnType<typeof pathFinder>['ofDevice']>): NetworkFinding {
  const { answer, answered_after_ms: after, device_id: deviceId } = row
  const isAnswer = answer !== 'duplicate' && answer !== 'missing'
  const states: (FindingState | false)[] = [
    isAnswer ? (deviceId === null ? 'new' : 'known') : answer,
    answer !== 'missing' && after !== null && after > lateAnswerMs && 'late',
    (answer === 'silent' || answer === 'refused') && answer,
  ]
  return {
    instance: row.id,
    states: states.filter((state) => state !== false),
    addresses: JSON.parse(row.addresses) as string[],
    networkNumber: row.network_number,
    vendorId: row.vendor_id,
    vendorName: row.vendor_name,
    modelName: row.model_name,
    firmware: row.firmware,
    serialNumber: row.serial_number,
    name: row.name,
    description: row.description,
    location: row.location,
    answeredAfterMs: after,
    ...(row.objects !== null && { objects: JSON.parse(row.objects) as NetworkFinding['objects'] }),
    device: deviceId === null ? null : { id: deviceId, name: row.device_name ?? '', path },
    silentSince: row.offline_since === null ? null : timestamp(row.offline_since),
  }
}

/** Adds the columns of searches for an object to a store that was created without them. */
export function addSearchedObjectColumns(store: Store): void {
  for (const [table, column] of [
    ['network_search', 'object'],
    ['network_finding', 'objects'],
  ] as const) {
    const exists = store.get(`SELECT 1 FROM pragma_table_info('${table}') WHERE name = '${column}'`)
    if (!exists) store.exec(`ALTER TABLE ${table} ADD COLUMN ${column} TEXT`)
  }
}

/** Registers how networks are searched, and how what they answer is kept. */
export function registerNetworkSearch(world: World): void {
  world.intents.on<{ networkId: string; object?: SearchedObject | null }, SearchAnswer, void>(kind, {
    async perform({ networkId, object = null }) {
      const network = findNetwork(world.store, networkId)
      if (!network) return { state: 'unreachable' }
      const { lowest_instance: low, highest_instance: high, protocol, agent_id: agentId } = network
      const range = low === 0 && high === maxDeviceInstance ? null : { low, high }
      const answer = await answerOf(world.links.named(protocol, agentId).find(networkId, range, object))
      return object ? ofHolders(answer) : answer
    },
    complete({ networkId, object = null }, outcome) {
      const answer: SearchAnswer = 'error' in outcome ? { state: 'unreachable' } : outcome.answer
      if (!findNetwork(world.store, networkId)) return
      if (answer.state === 'completed') storeFindings(world, networkId, { ...answer, isWhole: object === null })
      endSearch(world, networkId, {
        state: answer.state,
        problem: answer.state === 'completed' ? answer.problem : null,
      })
    },
  })
}

/** How a search ended: somebody waits for it, so a link that does not answer is not tried again. */
type SearchAnswer = ({ state: 'completed' } & ControllerSearch) | { state: 'unsupported' | 'unreachable' }

/** A link that does not say which objects the controllers have has searched for all of them. */
const ofHolders = (answer: SearchAnswer): SearchAnswer =>
  answer.state === 'completed' && answer.controllers.some(({ objects }) => !objects) ? { state: 'unsupported' } : answer

async function answerOf(search: Promise<ControllerSearch>): Promise<SearchAnswer> {
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<SearchAnswer>((resolve) => {
    timer = setTimeout(() => resolve({ state: 'unreachable' }), patienceMs)
  })
  const ended = search.then(
    (result): SearchAnswer => ({ state: 'completed', ...result }),
    (error: unknown): SearchAnswer => {
      if (!(error instanceof LinkError)) throw error
      return { state: error.refusal === 'unsupported' ? 'unsupported' : 'unreachable' }
    },
  )
  return Promise.race([ended, late]).finally(() => clearTimeout(timer))
}

function endSearch(
  { store, clock }: World,
  networkId: string,
  { state, problem }: Pick<SearchRow, 'state' | 'problem'>,
): void {
  store.run(
    'UPDATE network_search SET state = ?, problem = ?, completed_at = ? WHERE network_id = ?',
    state,
    problem,
    clock.now(),
    networkId,
  )
}

interface Missing {
  instance: number
  name: string
  address: string | null
  vendor_name: string | null
  model_name: string | null
}

/** Replaces the findings of a network; after a search for all, adds the controllers of the tree that did not answer. */
function storeFindings(
  { store, clock }: World,
  networkId: string,
  { controllers, duplicates, isWhole }: ControllerSearch & { isWhole: boolean },
): void {
  const foundAt = clock.now()
  store.run('DELETE FROM network_finding WHERE network_id = ?', networkId)
  for (const one of new Map(controllers.map((each) => [each.instance, each])).values()) {
    insertRow(store, 'network_finding', {
      network_id: networkId,
      instance: one.instance,
      answer: one.state,
      found_at: foundAt,
      addresses: JSON.stringify([one.address]),
      network_number: one.networkNumber,
      vendor_id: one.vendorId,
      vendor_name: one.vendorName,
      model_name: one.modelName,
      firmware: one.firmware,
      serial_number: one.serialNumber,
      name: one.name,
      description: one.description,
      location: one.location,
      answered_after_ms: Math.round(one.answeredAfterMs),
      objects: one.objects ? JSON.stringify(one.objects) : null,
      words: wordsOf(
        String(one.instance),
        one.name,
        one.vendorName,
        one.modelName,
        one.address,
        one.description,
        one.location,
        ...(one.objects ?? []).map(({ name }) => name),
      ),
    })
    store.run(
      `UPDATE networked_device SET address = ?, vendor_name = coalesce(?, vendor_name),
         model_name = coalesce(?, model_name), firmware = coalesce(?, firmware),
         serial_number = coalesce(?, serial_number) WHERE network_id = ? AND instance = ?`,
      one.address,
      one.vendorName,
      one.modelName,
      one.firmware,
      one.serialNumber,
      networkId,
      one.instance,
    )
  }
  for (const { instance, addresses } of duplicates) {
    const words = wordsOf(String(instance), ...addresses)
    store.run(
      `INSERT OR REPLACE INTO network_finding (network_id, instance, answer, found_at, addresses, words)
       VALUES (?,?,'duplicate',?,?,?)`,
      networkId,
      instance,
      foundAt,
      JSON.stringify(addresses),
      words,
    )
  }
  if (!isWhole) return
  const missing = store.all<Missing>(
    `SELECT instance, device.name, address, vendor_name, model_name FROM networked_device JOIN device ON device.id = device_id
     WHERE network_id = ? AND instance NOT IN (SELECT instance FROM network_finding WHERE network_id = ?)`,
    networkId,
    networkId,
  )
  for (const { instance, name, address, vendor_name, model_name } of missing) {
    store.run(
      `INSERT INTO network_finding (network_id, instance, answer, found_at, addresses, vendor_name, model_name, words)
       VALUES (?,?,'missing',?,?,?,?,?)`,
      networkId,
      instance,
      foundAt,
      JSON.stringify(address === null ? [] : [address]),
      vendor_name,
      model_name,
      wordsOf(String(instance), name, address),
    )
  }
}
