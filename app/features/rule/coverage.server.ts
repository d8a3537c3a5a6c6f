/** List of the missing points that block rules, the most blocking first. */
import { containsWords } from '#contracts/fold'
import { href, type Place } from '~/hrefs'
import { startIndexAfter } from '~/kit/list/refused-filter.server'
import type { ListSource } from '~/kit/list/source.server'
import { gapsIn } from './coverage-counts'
import { type GapRow, gapFields } from './gap-columns'
import { ruleRows } from './list.server'

export const gapSource: ListSource<typeof gapFields, GapRow, Place> = {
  fields: gapFields,
  others: ['changed'],
  optional: true,
  order: '-blocked',
  async find(reader, { at, filter, after, pageSize }) {
    const { rows: rules, incomplete } = await ruleRows(reader, at)
    const mayMap = reader.may('point.map') && reader.features.equipment
    const all = gapsIn(rules)
      .map(({ ruleId, role, rules: blocked, ...gap }): GapRow => {
        const search = { rule: ruleId, role }
        return {
          ...gap,
          id: `${ruleId} ${role}`,
          role,
          rules: blocked.map(({ id, name }) => ({ name, href: href('rule', { ...at, ruleId: id }) })),
          href: mayMap
            ? href('pointsMapping', at, search)
            : href('rule', { ...at, ruleId }, { status: 'waitingForPoints' }),
          mayMap,
        }
      })
      .filter(({ name, role, rules: blocked }) =>
        containsWords([name, role, ...blocked.map((rule) => rule.name)].join(' '), filter.q ?? ''),
      )
    const from = startIndexAfter(all, after, ({ id }) => id)
    const rows = all.slice(from, from + pageSize)
    return { rows, total: all.length, next: from + pageSize < all.length ? rows.at(-1)?.id : null, incomplete }
  },
}
