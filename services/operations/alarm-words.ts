/**
 * Alarms by words (domain §1.3). A word is looked for in what an alarm says, where it is and which point it is about.
 * What few controllers hold leads to their alarms; what many hold, or messages, is compared alarm by alarm, in the order
 * of the list.
 */
import type { Language } from '../kit/messages'
import { type Condition, comparedWith, entries, isHeldByMore, ofKind } from '../kit/search-words'
import type { Store } from '../kit/store'
import { holdsWord } from '../kit/words'
import { messagesWith } from './alarm-kinds'
import { isOneOf, withWord } from './with-word'

export interface AlarmWord {
  /** Of an alarm. */
  condition: Condition
  /** The same among the alarms of some sites, whose controllers are fewer than their alarms. */
  among(siteOf: (column: string) => Condition[]): Condition
  /** The messages that hold it. */
  messages: readonly string[]
  /** Of an entry of a controller: that some of its alarms may hold the word. Undefined where any may. */
  ofController?: Condition
  /** Of a site: that some of its alarms may hold the word. Undefined where any may, or where that is not known soon. */
  ofSite?(column: string): Condition | undefined
  /** What leads to all its alarms but those whose message holds it. */
  held?: {
    /** By so many controllers: few are gathered; of many a page is full sooner in the order of the list, and only counting begins with them. */
    by: 'few' | 'many' | 'most'
    /** Of the entries of its controllers. */
    controllers: Condition
    /** Whether it leads to nothing. */
    isEmpty: boolean
    /** Of the alarms of any other controller; undefined where none holds it. */
    others?: Condition
  }
}

interface Wanted {
  word: string
  language: Language
  customerId: string | undefined
}

/** As many are gathered; of more the order of the list is followed. */
export interface Few {
  /** Things whose ids are listed, once for each select of a list. */
  ids: number
  /** Controllers with all their alarms. */
  controllers: number
  /** The same where they are only counted, and places that lead to their sites. */
  controllersCounted: number
  /** Alarms about equipment. */
  aboutEquipment: number
}
const usualFew: Few = { ids: 200, controllers: 3_000, controllersCounted: 6_000, aboutEquipment: 2_000 }

export function alarmWord(store: Store, { word, language, customerId }: Wanted, few = usualFew): AlarmWord {
  const messages = messagesWith(word, language)
  const pointNames = pointNamesWith(store, { word, customerId })
  const device = withWord(store, { kind: 'device', column: 'alarm.device_id', word, than: few.ids })
  const equipment = withWord(store, { kind: 'equipment', column: 'alarm.equipment_id', word, than: few.ids })
  const ofItself = [isOneOf('alarm.message', messages), isOneOf('alarm.point_name', pointNames)]
  const isMore = (kind: 'device' | 'space', column?: 'own') =>
    isHeldByMore(store, { kind, words: [word], column, than: few.controllersCounted })
  const found: AlarmWord = {
    condition: anyOf([...ofItself, device.condition, aboutEquipment(equipment.condition)]),
    among: (siteOf) =>
      anyOf([
        ...ofItself,
        device.few ? device.condition : heldAt('device', { word, siteOf }),
        aboutEquipment(equipment.few ? equipment.condition : heldAt('equipment', { word, siteOf })),
      ]),
    messages,
  }
  if (!messages.length && !pointNames.length) {
    found.ofController = anyOf([comparedWith([word]), hasEquipmentAlarms])
    const isOneName = !word.includes(' ')
    found.ofSite = (column) => {
      if (!isOneName || areManyAboutEquipment(store, few) || isMore('space') || isMore('device', 'own'))
        return undefined
      return isSiteWith(column, word)
    }
  }
  const isAboutFew = equipment.few !== undefined || !areManyAboutEquipment(store, few)
  if (isAboutFew && customerId !== undefined) {
    const isEmpty = device.few?.length === 0 && equipment.few?.length === 0 && !pointNames.length
    const areMany = () => isHeldByMore(store, { kind: 'device', words: [word], than: few.controllers })
    const by = isMore('device') ? 'most' : areMany() ? 'many' : 'few'
    found.held = { by, controllers: ofKind({ kind: 'device', words: [word] }), isEmpty }
    if (equipment.few?.length !== 0 || pointNames.length) {
      const parts = [aboutEquipment(equipment.condition), isOneOf('alarm.point_name', pointNames)]
      const gathered = parts
        .map(([sql], at) => `SELECT id FROM alarm INDEXED BY ${gatheredBy[at]} WHERE alarm.customer_id = ? AND ${sql}`)
        .join(' UNION ')
      const [held, ...values] = device.condition
      found.held.others = [
        `alarm.id IN (${gathered}) AND NOT ${held}`,
        ...parts.flatMap(([, ...each]) => [customerId, ...each]),
        ...values,
      ]
    }
  }
  return found
}

/** Most alarms are about none: what holds a word is not looked for then. */
const aboutEquipment = ([sql, ...values]: Condition): Condition => [
  `alarm.equipment_id IS NOT NULL AND (${sql})`,
  ...values,
]

/** Whether more alarms are about equipment than are gathered. */
function areManyAboutEquipment(store: Store, few: Few): boolean {
  const found = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM
       (SELECT 1 FROM alarm INDEXED BY alarm_by_equipment WHERE equipment_id IS NOT NULL LIMIT ?)`,
    few.aboutEquipment + 1,
  )
  return (found?.n ?? 0) > few.aboutEquipment
}

/**
 * The sites of controllers that hold a word, as far as it stands in one name: that of the controller or of where it is,
 * which its space holds too. Those of alarms about equipment beside them.
 */
function isSiteWith(column: string, word: string): Condition {
  const [inSpace, ...ofSpace] = ofKind({ kind: 'space', words: [word] })
  const [inDevice, ...ofDevice] = ofKind({ kind: 'device', words: [word], column: 'own' })
  const siteOf = (table: 'space' | 'device', held: string) =>
    `SELECT site_id FROM ${entries} CROSS JOIN ${table} ON ${table}.id = search_entry.id WHERE ${held}`
  return [
    `${column} IN (${siteOf('space', inSpace)} UNION ${siteOf('device', inDevice)}
      UNION SELECT site_id FROM alarm INDEXED BY alarm_by_equipment WHERE equipment_id IS NOT NULL)`,
    ...ofSpace,
    ...ofDevice,
  ]
}

/** The indexes that hold the alarms of a piece of equipment and of a point's name. */
const gatheredBy = ['alarm_by_equipment', 'alarm_by_point_name']

/** Alarms about equipment may hold a word that their controller does not. */
const hasEquipmentAlarms: Condition = [
  `EXISTS (SELECT 1 FROM alarm INDEXED BY alarm_about_equipment
    WHERE alarm.device_id = search_entry.id AND alarm.equipment_id IS NOT NULL)`,
]

const anyOf = (conditions: readonly Condition[]): Condition => [
  conditions.map(([sql]) => `(${sql})`).join(' OR '),
  ...conditions.flatMap(([, ...values]) => values),
]

interface At {
  word: string
  siteOf: (column: string) => Condition[]
}

/** Whether a thing of some sites holds a word, each compared once. */
function heldAt(table: 'device' | 'equipment', { word, siteOf }: At): Condition {
  const conditions = [...siteOf(`${table}.site_id`), comparedWith([word])]
  return [
    `alarm.${table}_id IN (SELECT ${table}.id FROM ${table} CROSS JOIN search_entry ON search_entry.id = ${table}.id
      WHERE ${conditions.map(([sql]) => `(${sql})`).join(' AND ')})`,
    ...conditions.flatMap(([, ...values]) => values),
  ]
}

/** The names of points that hold a word; there are few among the alarms of a customer, and an index of them. */
function pointNamesWith(store: Store, { word, customerId }: Omit<Wanted, 'language'>): string[] {
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
  return names.map(({ name }) => name).filter((name) => holdsWord(name, word))
}
