/** The overrides of a shift page. */
import { forgottenOverrides } from '~/features/override/shared/filter'
import { listOverrides } from '~/features/override/shared/find-overrides.server'
import { overrideRow } from '~/features/override/shared/row'
import { overridesHref } from '~/kit/place/lists'
import type { Tally } from '~/trail/tally.server'
import { maxPartRows, type PartContent, type ShiftLine } from './part'
import { falseIfUnavailable, line, type ShiftQuery, trailHref } from './shift-query.server'

/** The changes that release points, each with the key of its noun. */
const releaseNouns = {
  'point.release': 'release',
  'point.endEmergency': 'emergency',
  'point.giveBack': 'setValue',
  'overrides.clear': 'clearing',
} as const
const releaseChanges = Object.keys(releaseNouns) as (keyof typeof releaseNouns)[]

/** New overrides, releases from the trail, and old overrides. Null where the backend lists none. */
export async function overridePart(
  query: ShiftQuery,
  tallyPromise: Promise<Tally> | null,
): Promise<PartContent | null> {
  const { reader, scope, since, t } = query
  const [started, oldOverrides, tally] = await Promise.all([
    listOverrides(reader, { at: scope.at, filter: { since }, sort: '-at', pageSize: maxPartRows }),
    listOverrides(reader, { at: scope.at, filter: forgottenOverrides, pageSize: 1 }),
    tallyPromise && falseIfUnavailable(tallyPromise),
  ])
  if (!started || !oldOverrides) return null
  const releaseLines = releaseChanges.flatMap((name): ShiftLine[] => {
    const count = (tally && tally.mutations[name]) || 0
    if (count === 0) return []
    const counted = { count, isCapped: tally ? tally.isCut : false }
    return [line(t(`main:shift.ended.${releaseNouns[name]}`, { count }), counted, trailHref(query, { mutation: name }))]
  })
  const list = overridesHref(scope, { since })
  return {
    lines: [
      line(t('main:shift.line.begunOverrides'), started.total, list),
      ...releaseLines,
      line(t('main:shift.line.forgotten'), oldOverrides.total, overridesHref(scope, forgottenOverrides)),
    ],
    rows: started.overrides.map((override) => {
      const row = overrideRow(scope.at, override, '')
      return {
        state: t(row.until === null ? 'main:shift.state.endless' : 'main:shift.state.begun'),
        tone: row.until === null ? 'warn' : 'progress',
        name: row.name,
        text: row.by ?? '',
        where: row.device,
        at: row.since,
        href: row.href ?? list,
      }
    }),
    isPartial: false,
  }
}
