/** Alarms by filter, with counts per field (domain §1.3). */
import type { operations } from '../../contracts/operations'
import type { Handlers } from '../../kit/call'
import { languageFrom } from '../../kit/messages'
import { queryWords } from '../../kit/words'
import { mergedPage } from '../listing'
import { excludedProductsIn, placeConditions, territoryCondition } from '../territory'
import { branchesOf } from './alarm-list'
import type { AlarmRecord } from './alarm-rows'
import { toAlarms } from './alarm-rows'
import { alarmWord, mergeMessageWords } from './alarm-words'
import { countAlarms } from './count-alarms'

export const findAlarms: Handlers<typeof operations>['findAlarms'] = (call) => {
  const { body, world, headers } = call
  const { store } = world
  const language = languageFrom(headers['accept-language'])
  const query = {
    filter: { ...body, withoutProducts: excludedProductsIn(call) },
    territory: territoryCondition(call, { table: 'alarm', capability: 'alarm.read' }),
    territoryOfControllers: territoryCondition(call, { table: 'device', capability: 'alarm.read' }),
    places: placeConditions(call, 'alarm', body),
    words: mergeMessageWords(
      queryWords(body.search).map((word) => alarmWord(store, { word, language, customerId: call.customerId })),
    ),
  }
  const page = mergedPage<AlarmRecord>(store, {
    table: 'alarm',
    branches: branchesOf(store, query),
    page: body.page,
    pageSize: body.pageSize,
    continuationToken: body.continuationToken,
  })
  return {
    data: toAlarms(world, page.rows, language),
    ...countAlarms(store, query),
    page: page.page,
    pageSize: page.pageSize,
    continuationToken: page.next,
  }
}
