/** Texts of the states of switched and enumerated points, as their own pages show them. */
import type { PointTrend } from '#contracts/point-trends'
import type { Value } from '#contracts/points'
import { inParallel } from '~/backend/in-parallel'
import type { Reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import type { StateText } from '~/features/fault/shared/state-spans'
import { pointById } from '~/features/point/shared/point-by-id.server'
import { pointValueText, type ValueFormat, valueFormatOf } from '~/features/point/shared/value'
import { translator } from '~/i18n/i18n.server'
import { formatsFor } from '~/ui/format'

type StatePoint = Pick<PointTrend, 'kind' | 'deviceId' | 'pointId'>

/** Maximum number of points read concurrently. */
const maxConcurrent = 8

/** Returns a function for the text of a value; null for a number without a text, and for a point that cannot be read. */
export async function stateTextsOf(
  { call, language }: Pick<Reader, 'call' | 'language'>,
  series: readonly StatePoint[],
): Promise<StateText> {
  const states = series.filter(({ kind }) => kind === 'state')
  const read = await inParallel(states, maxConcurrent, async (one) => [one.pointId, await formatOf(call, one)] as const)
  const formats = new Map(read)
  const words = { t: translator(language), format: formatsFor({ language, unit: 'metric', timeZone: 'UTC' }) }
  return (pointId, value) => {
    const valueFormat = formats.get(pointId)
    return valueFormat && hasText(valueFormat, value) ? pointValueText(words, valueFormat, value) : null
  }
}

async function formatOf(call: Reader['call'], { deviceId, pointId }: StatePoint): Promise<ValueFormat | null> {
  try {
    return valueFormatOf(await pointById(call, { deviceId, pointId }))
  } catch (error) {
    // The trend is drawn without the words of a point that is gone or cannot be read now.
    if (error instanceof ServiceError || error instanceof Response) return null
    throw error
  }
}

const hasText = ({ kind, states }: ValueFormat, value: Value) =>
  typeof value === 'number' ? kind === 'enum' && Boolean(states[value - 1]) : true
