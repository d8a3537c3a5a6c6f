/**
 * Search of alarms by words (domain §1.3). A word is matched with the message, place and point of an alarm. A word of
 * few controllers selects their alarms; one of many controllers, or of messages, is compared alarm by alarm, in the
 * order of the list.
 */
import type { ServiceLanguage } from '../../kit/messages'
import { type Condition, entries, isContainedByMoreThan, matchesInKind, textContains } from '../../kit/search-words'
import type { Store } from '../../kit/store'
import { containsWord } from '../../kit/words'
import { isOneOf, wordCondition } from '../word-condition'
import { messagesContaining } from './alarm-kinds'

export interface AlarmWord {
  word: string
  /** The condition on an alarm. */
  condition: Condition
  /** The same among the alarms of some sites, which have fewer controllers than alarms. */
  among(siteOf: (column: string) => Condition[]): Condition
  /** The messages that contain it. */
  messages: readonly string[]
  /** The condition on the entry of a controller that its alarms may contain the word. Undefined when any may. */
  ofController?: Condition
  /**
   * The condition on a site that its alarms may contain the word. Undefined when any may, or when that cannot be
   * determined quickly.
   */
  ofSite?(column: string): Condition | undefined
  /** Selects all matching alarms except those whose message contains the word. */
  selection?: {
    /**
     * By how many controllers: few are collected; with many, a page fills faster in the order of the list, and only
     * counting starts from them.
     */
    by: 'few' | 'many' | 'most'
    /** The condition on the entries of its controllers. */
    controllers: Condition
    /** Whether no controller contains it. */
    isEmpty: boolean
    /** The condition on alarms of any other controller; undefined when none contains it. */
    others?: Condition
  }
}

/** Returns the texts of events that controllers sent. */
const ownTexts = (store: Store): string[] =>
  store
    .all<{ text: string }>('SELECT DISTINCT own_text AS text FROM device_event WHERE own_text IS NOT NULL LIMIT 2000')
    .map(({ text }) => text)

interface WordSearch {
  word: string
  language: ServiceLanguage
  customerId: string | undefined
}

/** Limits up to which matches are collected; beyond, the order of the list is read. */
export interface CollectLimits {
  /** Listed ids, once for each select of a list. */
  ids: number
  /** Controllers with all their alarms. */
  controllers: number
  /** The same when they are only counted, and places that determine their sites. */
  controllersCounted: number
  /** Alarms about equipment. */
  aboutEquipment: number
}
const defaultLimits: CollectLimits = { ids: 200, controllers: 1_000, controllersCounted: 6_000, aboutEquipment: 2_000 }

export function alarmWord(store: Store, { word, language, customerId }: WordSearch, limits = defaultLimits): AlarmWord {
  const messages = messagesContaining(word, language, ownTexts(store))
  const pointNames = pointNamesWith(store, { word, customerId })
  const device = wordCondition(store, { kind: 'device', column: 'alarm.device_id', word, maxIds: limits.ids })
  const equipment = wordCondition(store, { kind: 'equipment', column: 'alarm.equipment_id', word, maxIds: limits.ids })
  const ofItself = [isOneOf('alarm.message', messages), isOneOf('alarm.point_name', pointNames)]
  const isMore = (kind: 'device' | 'space', column?: 'own') =>
    isContainedByMoreThan(store, { kind, words: [word], column, max: limits.controllersCounted })
  const result: AlarmWord = {
    word,
    condition: anyOf([...ofItself, device.condition, aboutEquipment(equipment.condition)]),
    among: (siteOf) =>
      anyOf([
        ...ofItself,
        device.few ? device.condition : containsAt('device', { word, siteOf }),
        aboutEquipment(equipment.few ? equipment.condition : containsAt('equipment', { word, siteOf })),
      ]),
    messages,
  }
  if (!messages.length && !pointNames.length) {
    result.ofController = anyOf([textContains([word]), hasEquipmentAlarms])
    const isOneName = !word.includes(' ')
    result.ofSite = (column) => {
      if (!isOneName || areManyAboutEquipment(store, limits) || isMore('space') || isMore('device', 'own'))
        return undefined
      return isSiteWith(column, word)
    }
  }
  const isAboutFew = equipment.few !== undefined || !areManyAboutEquipment(store, limits)
  if (isAboutFew && customerId !== undefined) {
    const isEmpty = device.few?.length === 0 && equipment.few?.length === 0 && !pointNames.length
    const areMany = () => isContainedByMoreThan(store, { kind: 'device', words: [word], max: limits.controllers })
    const by = isMore('device') ? 'most' : areMany() ? 'many' : 'few'
    result.selection = { by, controllers: matchesInKind({ kind: 'device', words: [word] }), isEmpty }
    if (equipment.few?.length !== 0 || pointNames.length) {
      const parts = [aboutEquipment(equipment.condition), isOneOf('alarm.point_name', pointNames)]
      const union = parts
        .map(
          ([sql], at) => `SELECT id FROM alarm INDEXED BY ${collectIndexes[at]} WHERE alarm.customer_id = ? AND ${sql}`,
        )
        .join(' UNION ')
      const [deviceSql, ...values] = device.condition
      result.selection.others = [
        `alarm.id IN (${union}) AND NOT ${deviceSql}`,
        ...parts.flatMap(([, ...each]) => [customerId, ...each]),
        ...values,
      ]
    }
  }
  return result
}

/** Returns the words of a search, those that only messages contain as one: a message has them all or does not match. */
export function mergeMessageWords(words: readonly AlarmWord[]): AlarmWord[] {
  const isOfMessages = ({ selection }: AlarmWord) => selection?.isEmpty === true
  const [first, ...rest] = words.filter(isOfMessages)
  if (!first || rest.length === 0) return [...words]
  const messages = first.messages.filter((message) => rest.every((word) => word.messages.includes(message)))
  const condition = isOneOf('alarm.message', messages)
  return [...words.filter((word) => !isOfMessages(word)), { ...first, condition, among: () => condition, messages }]
}

/** Most alarms are about none: the word is not searched for them. */
const aboutEquipment = ([sql, ...values]: Condition): Condition => [
  `alarm.equipment_id IS NOT NULL AND (${sql})`,
  ...values,
]

/** Whether more alarms are about equipment than are collected. */
function areManyAboutEquipment(store: Store, limits: CollectLimits): boolean {
  const counted = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM
       (SELECT 1 FROM alarm INDEXED BY alarm_by_equipment WHERE equipment_id IS NOT NULL LIMIT ?)`,
    limits.aboutEquipment + 1,
  )
  return (counted?.n ?? 0) > limits.aboutEquipment
}

/**
 * Returns the condition on the sites of controllers that contain a word within one name: that of the controller or of
 * its place, which its space includes too; and on the sites of alarms about equipment.
 */
function isSiteWith(column: string, word: string): Condition {
  const [inSpace, ...ofSpace] = matchesInKind({ kind: 'space', words: [word] })
  const [inDevice, ...ofDevice] = matchesInKind({ kind: 'device', words: [word], column: 'own' })
  const siteOf = (table: 'space' | 'device', contains: string) =>
    `SELECT site_id FROM ${entries} CROSS JOIN ${table} ON ${table}.id = search_entry.id WHERE ${contains}`
  return [
    `${column} IN (${siteOf('space', inSpace)} UNION ${siteOf('device', inDevice)}
      UNION SELECT site_id FROM alarm INDEXED BY alarm_by_equipment WHERE equipment_id IS NOT NULL)`,
    ...ofSpace,
    ...ofDevice,
  ]
}

/** The indexes of the alarms of a piece of equipment and of a point's name. */
const collectIndexes = ['alarm_by_equipment', 'alarm_by_point_name']

/** Alarms about equipment may contain a word that their controller does not. */
const hasEquipmentAlarms: Condition = [
  `EXISTS (SELECT 1 FROM alarm INDEXED BY alarm_about_equipment
    WHERE alarm.device_id = search_entry.id AND alarm.equipment_id IS NOT NULL)`,
]

const anyOf = (conditions: readonly Condition[]): Condition => [
  conditions.map(([sql]) => `(${sql})`).join(' OR '),
  ...conditions.flatMap(([, ...values]) => values),
]

interface SiteWord {
  word: string
  siteOf: (column: string) => Condition[]
}

/** Returns the condition that an entity of some sites contains a word, each compared once. */
function containsAt(table: 'device' | 'equipment', { word, siteOf }: SiteWord): Condition {
  const conditions = [...siteOf(`${table}.site_id`), textContains([word])]
  return [
    `alarm.${table}_id IN (SELECT ${table}.id FROM ${table} CROSS JOIN search_entry ON search_entry.id = ${table}.id
      WHERE ${conditions.map(([sql]) => `(${sql})`).join(' AND ')})`,
    ...conditions.flatMap(([, ...values]) => values),
  ]
}

/** Fewer controllers say nothing about a place. */
const minSampled = 30

/**
 * Returns the share of the controllers of some sites that contain all words, by one in sixteen of them; 0 when there are
 * too few to tell.
 */
export function shareAt(store: Store, words: readonly AlarmWord[], siteOf: (column: string) => Condition[]): number {
  const [contains, ...values] = textContains(words.map(({ word }) => word))
  const sites = siteOf('device.site_id')
  const sampled = store.get<{ n: number; matches: number | null }>(
    `SELECT count(*) AS n, sum(${contains}) AS matches
     FROM device CROSS JOIN search_entry ON search_entry.id = device.id
     WHERE ${sites.map(([sql]) => `(${sql})`).join(' AND ')} AND device.id LIKE '0%'`,
    ...values,
    ...sites.flatMap(([, ...each]) => each),
  )
  return sampled && sampled.n >= minSampled ? (sampled.matches ?? 0) / sampled.n : 0
}

/**
 * Returns the conditions on the entry of a controller that its alarms may contain all words, and on such an alarm that
 * it does; undefined when messages or points may contain one.
 */
export function controllerConditions(words: readonly AlarmWord[]): Condition[] | undefined {
  const ofControllers = words.flatMap(({ ofController }) => (ofController ? [ofController] : []))
  if (ofControllers.length < words.length) return undefined
  const each = words.map(({ condition }) => condition)
  const exact: Condition = [each.map(([sql]) => `(${sql})`).join(' AND '), ...each.flatMap(([, ...values]) => values)]
  const own = textContains(words.map(({ word }) => word))
  return [...ofControllers, anyOf([own, exact])]
}

/** Returns the names of points that contain a word; the alarms of a customer have few, and an index of them. */
function pointNamesWith(store: Store, { word, customerId }: Omit<WordSearch, 'language'>): string[] {
  const names =
    customerId === undefined
      ? store.all<{ name: string }>('SELECT DISTINCT point_name AS name FROM alarm WHERE point_name IS NOT NULL')
      : store.all<{ name: string }>(
          `WITH RECURSIVE names (name) AS (
             SELECT min(point_name) FROM alarm WHERE customer_id = ? AND point_name IS NOT NULL
             UNION ALL
             SELECT (SELECT min(point_name) FROM alarm WHERE customer_id = ? AND point_name > names.name)
             FROM names WHERE names.name IS NOT NULL
           ) SELECT name FROM names WHERE name IS NOT NULL`,
          customerId,
          customerId,
        )
  return names.map(({ name }) => name).filter((name) => containsWord(name, word))
}
