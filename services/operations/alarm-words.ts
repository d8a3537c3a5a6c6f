/**
 * Alarms by words (domain §1.3). A word is looked for in what an alarm says, where it is and which point it is about.
 * What few controllers hold leads to their alarms; what many hold is compared alarm by alarm, in the order of the list.
 */
import type { Language } from '../kit/messages'
import { type Condition, comparedWith, isHeldByMore, ofKind } from '../kit/search-words'
import type { Store } from '../kit/store'
import { holdsWord } from '../kit/words'
import { messagesWith } from './alarm-kinds'
import { isOneOf, withWord } from './with-word'

export interface AlarmWord {
  /** Of an alarm. */
  condition: Condition
  /** The same among the alarms of some sites, whose controllers are fewer than their alarms. */
  among(siteOf: (column: string) => Condition[]): Condition
  /** Of an entry of a controller: that some of its alarms may hold the word. Undefined where any may. */
  ofController?: Condition
  /** What leads to all its alarms, where few hold it. */
  few?: {
    /** Of the entries of its controllers. */
    controllers: Condition
    /** Of the alarms of any other controller; undefined where none holds it. */
    others?: Condition
  }
}

interface Wanted {
  word: string
  language: Language
  customerId: string | undefined
}

/** The alarms of as many controllers are gathered. */
const fewControllers = 6_000
const fewAboutEquipment = 2_000

export function alarmWord(store: Store, { word, language, customerId }: Wanted): AlarmWord {
  const messages = messagesWith(word, language)
  const pointNames = pointNamesWith(store, { word, customerId })
  const device = withWord(store, { kind: 'device', column: 'alarm.device_id', word })
  const equipment = withWord(store, { kind: 'equipment', column: 'alarm.equipment_id', word })
  const ofItself = [isOneOf('alarm.message', messages), isOneOf('alarm.point_name', pointNames)]
  const found: AlarmWord = {
    condition: anyOf([...ofItself, device.condition, equipment.condition]),
    among: (siteOf) =>
      anyOf([
        ...ofItself,
        device.few ? device.condition : heldAt('device', { word, siteOf }),
        equipment.few ? equipment.condition : heldAt('equipment', { word, siteOf }),
      ]),
  }
  if (messages.length) return found
  if (!pointNames.length) found.ofController = anyOf([comparedWith([word]), hasEquipmentAlarms])
  const isAboutFew = equipment.few !== undefined || !areManyAboutEquipment(store)
  const isFew = isAboutFew && !isHeldByMore(store, { kind: 'device', words: [word], than: fewControllers })
  if (isFew && customerId !== undefined) {
    found.few = { controllers: ofKind({ kind: 'device', words: [word] }) }
    if (equipment.few?.length !== 0 || pointNames.length) {
      const [aboutIt, ...ids] = equipment.condition
      const parts: Condition[] = [
        [`alarm.equipment_id IS NOT NULL AND ${aboutIt}`, ...ids],
        isOneOf('alarm.point_name', pointNames),
      ]
      const gathered = parts
        .map(([sql], at) => `SELECT id FROM alarm INDEXED BY ${gatheredBy[at]} WHERE alarm.customer_id = ? AND ${sql}`)
        .join(' UNION ')
      const [held, ...values] = device.condition
      found.few.others = [
        `alarm.id IN (${gathered}) AND NOT ${held}`,
        ...parts.flatMap(([, ...each]) => [customerId, ...each]),
        ...values,
      ]
    }
  }
  return found
}

/** Whether more alarms are about equipment than are gathered. */
function areManyAboutEquipment(store: Store): boolean {
  const found = store.get<{ n: number }>(
    `SELECT count(*) AS n FROM
       (SELECT 1 FROM alarm INDEXED BY alarm_by_equipment WHERE equipment_id IS NOT NULL LIMIT ?)`,
    fewAboutEquipment + 1,
  )
  return (found?.n ?? 0) > fewAboutEquipment
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
