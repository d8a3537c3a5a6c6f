/** Alarms by filter, with counts per field (domain §1.3). */
import type { operations } from '../contracts/operations'
import type { Handlers } from '../kit/call'
import { languageFrom } from '../kit/messages'
import { wordsIn } from '../kit/words'
import { armsOf } from './alarm-list'
import type { AlarmRow } from './alarm-rows'
import { toAlarms } from './alarm-rows'
import { alarmWord } from './alarm-words'
import { countAlarms } from './count-alarms'
import { mergedPage } from './listing'
import { asksToLeaveOut, placeConditions, territoryCondition } from './territory'

export const findAlarms: Handlers<typeof operations>['findAlarms'] = (call) => {
  const { body, world, headers } = call
  const { store } = world
  const language = languageFrom(headers['accept-language'])
  const sought = {
    filter: { ...body, withoutProducts: asksToLeaveOut(call) },
    territory: territoryCondition(call, { table: 'alarm', capability: 'alarm.read' }),
    territoryOfControllers: territoryCondition(call, { table: 'device', capability: 'alarm.read' }),
    places: placeConditions(call, 'alarm', body),
    words: wordsIn(body.search).map((word) => alarmWord(store, { word, language, customerId: call.customerId })),
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
