/** Trends of any points over a window of time; an extension (domain §17). */
import { z } from 'zod'
import { isOrderedPeriod } from './alarms'
import { read } from './endpoint'
import { Id, Timestamp } from './scalars'

/** A part of the window in which the controller did not store a point, and why. */
export const NotKept = z.looseObject({
  from: Timestamp,
  to: Timestamp,
  /** The historian was off, the point was not selected, or its values are past their retention. */
  reason: z.enum(['off', 'notChosen', 'forgotten']),
})
export type NotKept = z.infer<typeof NotKept>

/** Each sample is `[when, value]`; null is a gap, and in `state` series a value is valid until the next sample. */
export const PointTrend = z.looseObject({
  pointId: Id,
  /** The object's name on the controller. */
  name: z.string(),
  displayName: z.string().nullish(),
  deviceId: Id,
  customerId: Id,
  /** Time zone of its site. */
  timeZone: z.string().nullish(),
  unit: z.string().nullish(),
  kind: z.enum(['numeric', 'state']),
  /** Stored on change in at least part of the window: a value is valid until the next sample. */
  isHeld: z.boolean().optional(),
  samples: z.array(z.tuple([Timestamp, z.union([z.number(), z.boolean(), z.string()]).nullable()])),
  /** In order of time; where there are other samples, each begins with a null sample. */
  notKept: z.array(NotKept).optional(),
})
export type PointTrend = z.infer<typeof PointTrend>

export const PointTrends = z.looseObject({
  from: Timestamp,
  to: Timestamp,
  /** Interval of the samples of every-minute points, before thinning. */
  intervalSec: z.number().int(),
  series: z.array(PointTrend),
  /** Whether samples were left out. */
  truncated: z.boolean(),
})
export type PointTrends = z.infer<typeof PointTrends>

export const pointTrendCalls = {
  pointTrends: read('POST /x/trends', {
    area: 'trends',
    capability: 'point.read',
    extension: true,
    body: z
      .object({
        pointIds: z.array(Id).min(1).max(20, { error: 'errors.points.tooMany' }),
        from: Timestamp,
        to: Timestamp,
        maxSamples: z.number().int().min(10).max(10_000).default(2_000),
        /** Minimum and maximum, mean, or last value of each bucket. */
        aggregate: z.enum(['minmax', 'avg', 'last']).default('minmax'),
        intervalSec: z.number().int().min(60).max(86_400).optional(),
      })
      .refine(isOrderedPeriod, { error: 'errors.alarms.range', path: ['from'] }),
    reply: PointTrends,
    errors: [4712],
    meaning:
      'Get the samples of up to 20 points between two times, at most 31 days apart, in the order of the request, as ' +
      'far as their controllers logged them. The historian settings in force at each moment apply, so changing them ' +
      'leaves earlier samples as they are. A point logged by interval has one sample per interval; a point logged on ' +
      'change has one where its value differs from the last by the minimum change, one at the start of each day of ' +
      'the site, and the value in effect at either end of the window. No sample is older than the retention in days.',
  }),
}
