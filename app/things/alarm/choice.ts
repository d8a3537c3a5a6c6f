/**
 * The selection of alarms to acknowledge, read from an address or a form: the ticked alarms, or all that match a
 * filter.
 */
import { z } from 'zod'
import { severities } from '#contracts/alarm-names'
import { spans } from '~/domain/acknowledgement'
import { mostNamed, type Selection, selectionOf } from '~/domain/selection'
import type { Search } from '~/hrefs'
import { filterIn } from '~/screens/list/filter'
import { refuseUnknown } from '~/screens/list/not-understood'
import { type AlarmFilter, ackFilters, alarmFields, kinds } from './filter'

export type AlarmSelection = Selection<AlarmFilter>

const word = z.string().max(200).optional()
const day = z.iso.date().optional()
const several = <Value extends z.ZodType>(value: Value) => z.array(value).min(1).max(50).optional()

const Filter = z.object({
  q: word,
  state: z.enum(['active', 'normal']).optional(),
  severity: several(z.enum(severities)),
  ack: several(z.enum(ackFilters)),
  kind: several(z.enum(kinds)),
  siteId: several(z.string().max(200)),
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
export const choiceFields = {
  alarm: z.array(z.string().min(1).max(10_000)).max(mostNamed).optional(),
  /** Present twice if the box is ticked and the button for all alarms is pressed. */
  all: z.array(z.literal('1')).min(1).max(2).optional(),
  ...Filter.shape,
}

/** The acknowledgement form; `for` is how long the acknowledgement lasts. The note is the reason of the change. */
export const AcknowledgeForm = z
  .object({ ...choiceFields, for: z.enum(spans).optional() })
  .transform(({ for: span, ...fields }) => ({ choice: choiceOf(fields), span: span ?? null }))
export type AcknowledgeForm = z.infer<typeof AcknowledgeForm>

type Fields = z.infer<z.ZodObject<typeof choiceFields>>

function choiceOf({ alarm, all, ...filter }: Fields): AlarmSelection | null {
  return selectionOf({ ids: alarm?.flatMap(idsIn), filter: all ? Filter.parse(filter) : null })
}

const idsIn = (text: string) => text.split(',').filter(Boolean)

/**
 * Reads the selection from an address. Throws 404 if the selection, or the filter that selects all matches, cannot be
 * parsed.
 */
export function choiceIn(search: URLSearchParams): AlarmSelection | null {
  const filter = filterIn(search, alarmFields)
  const named = search.getAll('alarm')
  const read = z.object(choiceFields).safeParse({
    ...filter,
    alarm: named.length > 0 ? named : undefined,
    all: search.get('all') ? ['1'] : undefined,
  })
  if (!read.success) throw new Response(null, { status: 404 })
  if (search.get('all')) refuseUnknown(search, ['alarm', 'all', 'for'], filter)
  return choiceOf(read.data)
}

/** Returns the selection as values for an address or for hidden fields. */
export function choiceValues(
  choice: AlarmSelection | null,
): Search & Record<string, string | readonly string[] | undefined> {
  if (choice?.kind === 'these') return { alarm: choice.ids }
  return choice?.kind === 'all' ? { all: '1', ...choice.filter } : {}
}
