/** Alarms by filter, with how many there are of each kind (domain §1.3). */
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { type Language, languageFrom } from '../kit/messages'
import type { Store } from '../kit/store'
import { holdsWord, wordsIn } from '../kit/words'
import { messagesWith } from './alarm-kinds'
import { armsOf } from './alarm-list'
import type { AlarmRow } from './alarm-rows'
import { toAlarms } from './alarm-rows'
import { countAlarms } from './count-alarms'
import { type Condition, mergedPage } from './listing'
import { placeConditions, territoryCondition } from './territory'
import { isOneOf, withWord } from './with-word'

export const findAlarms: Handlers<typeof operations>['findAlarms'] = (call) => {
  const { body, world, headers } = call
  const { store } = world
  const language = languageFrom(headers['accept-language'])
  const sought = {
    filter: body,
    territory: territoryCondition(call, { table: 'alarm', capability: 'alarm.read' }),
    places: placeConditions(call, 'alarm', body),
    words: wordsIn(body.search).map((word) => matching(store, { word, language, customerId: call.customerId })),
  }
  const listed = mergedPage<AlarmRow>(store, {
    table: 'alarm',
    arms: armsOf(store, sought),
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  return {
    data: toAlarms(world, listed.rows, language),
    ...countAlarms(store, sought),
    page: listed.page,
    pageSize: listed.pageSize,
    continuationToken: listed.next,
  }
}

interface Wanted {
  word: string
  language: Language
  customerId: string | undefined
}

/**
 * A word is looked for in what an alarm says, where it is and which point it is about. What few things hold is
 * gathered by their indexes; what many hold is compared alarm by alarm, in the order of the list.
 */
function matching(store: Store, { word, language, customerId }: Wanted): { condition: Condition; isFew: boolean } {
  const messages = messagesWith(word, language)
  const pointNames = pointNamesWith(store, { word, customerId })
  const onDevice = withWord(store, { kind: 'device', column: 'alarm.device_id', word })
  const onEquipment = withWord(store, { kind: 'equipment', column: 'alarm.equipment_id', word })
  const parts = [onDevice.condition, onEquipment.condition, isOneOf('alarm.point_name', pointNames)]
  if (messages.length === 0 && onDevice.isFew && onEquipment.isFew && customerId !== undefined) {
    const gathered = parts
      .map(([sql], at) => `SELECT id FROM alarm INDEXED BY ${gatheredBy[at]} WHERE alarm.customer_id = ? AND ${sql}`)
      .join(' UNION ')
    return {
      condition: [`alarm.id IN (${gathered})`, ...parts.flatMap(([, ...values]) => [customerId, ...values])],
      isFew: true,
    }
  }
  const all = [isOneOf('alarm.message', messages), ...parts]
  return {
    condition: [all.map(([sql]) => sql).join(' OR '), ...all.flatMap(([, ...values]) => values)],
    isFew: false,
  }
}

/** The indexes that hold the alarms of a controller, of a piece of equipment and of a point's name. */
const gatheredBy = ['alarm_by_device', 'alarm_by_equipment', 'alarm_by_point_name']

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
