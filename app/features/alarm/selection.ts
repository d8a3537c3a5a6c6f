/**
 * The selection of alarms to acknowledge, read from an address or a form: the ticked alarms, or all that match a
 * filter.
 */
import { z } from 'zod'
import { severities } from '#contracts/alarm-names'
import { acknowledgementSpans } from '~/domain/acknowledgement'
import { maxSelectedIds, type Selection, selectionOf } from '~/domain/selection'
import type { QueryParams } from '~/hrefs'
import { parseFilter } from '~/kit/list/filter'
import { rejectUnknownParams } from '~/kit/list/unknown-params'
import { type AlarmListFilter, abnormalStates, ackFilters, alarmFields } from './shared/filter'

export type AlarmSelection = Selection<AlarmListFilter>

const word = z.string().max(200).optional()
const day = z.iso.date().optional()
const listOf = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(50).optional()

const Filter = z.object({
  q: word,
  state: z.enum(['active', 'normal']).optional(),
  severity: listOf(z.enum(severities)),
  ack: listOf(z.enum(ackFilters)),
  kind: listOf(z.enum(abnormalStates)),
  siteId: listOf(z.string().max(200)),
  since: z.iso.datetime().optional(),
  from: day,
  to: day,
  groupId: word,
  buildingId: word,
  spaceId: word,
  deviceId: word,
  equipmentId: word,
})

/** Form fields of a selection. A ticked row contains the ids of its alarm and of the alarms that follow from it. */
export const alarmSelectionFields = {
  alarm: z.array(z.string().min(1).max(10_000)).max(maxSelectedIds).optional(),
  /** Present twice if the box is ticked and the button for all alarms is pressed. */
  all: z.array(z.literal('1')).min(1).max(2).optional(),
  ...Filter.shape,
}

/** The acknowledgement form; `for` is how long the acknowledgement lasts. The note is the reason of the change. */
export const AcknowledgeForm = z
  .object({ ...alarmSelectionFields, for: z.enum(acknowledgementSpans).optional() })
  .transform(({ for: span, ...fields }) => ({ choice: selectionFrom(fields), span: span ?? null }))
export type AcknowledgeForm = z.infer<typeof AcknowledgeForm>

type Fields = z.infer<z.ZodObject<typeof alarmSelectionFields>>

function selectionFrom({ alarm, all, ...filter }: Fields): AlarmSelection | null {
  return selectionOf({ ids: alarm?.flatMap(idsIn), filter: all ? Filter.parse(filter) : null })
}

const idsIn = (text: string) => text.split(',').filter(Boolean)

/**
 * Reads the selection from an address. Throws 404 if the selection, or the filter that selects all matches, cannot be
 * parsed.
 */
export function alarmSelectionIn(search: URLSearchParams): AlarmSelection | null {
  const filter = parseFilter(search, alarmFields)
  const ids = search.getAll('alarm')
  const parsed = z.object(alarmSelectionFields).safeParse({
    ...filter,
    alarm: ids.length > 0 ? ids : undefined,
    all: search.get('all') ? ['1'] : undefined,
  })
  if (!parsed.success) throw new Response(null, { status: 404 })
  if (search.get('all')) rejectUnknownParams(search, ['alarm', 'all', 'for'], filter)
  return selectionFrom(parsed.data)
}

/** Returns the selection as values for an address or for hidden fields. */
export function alarmSelectionValues(
  selection: AlarmSelection | null,
): QueryParams & Record<string, string | readonly string[] | undefined> {
  if (selection?.kind === 'these') return { alarm: selection.ids }
  return selection?.kind === 'all' ? { all: '1', ...selection.filter } : {}
}
