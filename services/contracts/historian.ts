/** The historian of a controller: which points it stores and for how long (domain §6.3, §17). */
import { z } from 'zod'
import { read, write } from './endpoint'
import { ETag, Id } from './scalars'

/** Seconds between stored values, and days until they are deleted. */
export const historianLimits = { intervalSec: [60, 86_400], retentionDays: [1, 3_650] } as const

/** How the values of one point are stored; points that are not listed are not stored. */
export const KeptPoint = z.looseObject({
  pointId: Id,
  mode: z.enum(['cov', 'interval']),
  intervalSec: z.number().int(),
  /** Minimum change to store a value, when values are stored on change; by default the COV increment of the point. */
  covIncrement: z.number().nullish(),
})
export type KeptPoint = z.infer<typeof KeptPoint>

export const Historian = z.looseObject({
  deviceId: Id,
  eTag: ETag.optional(),
  /** When off, no point is stored. */
  enabled: z.boolean(),
  retentionDays: z.number().int(),
  /** The number of all its points. */
  pointCount: z.number().int(),
  points: z.array(KeptPoint),
})
export type Historian = z.infer<typeof Historian>

export const HistorianTotals = z.looseObject({
  /** Controllers that are onboarded. */
  devices: z.number().int(),
  /** Those that store nothing because their historian is off. */
  devicesOff: z.number().int(),
  /** Points that are stored. */
  points: z.number().int(),
  onChange: z.number().int(),
  /** The other points, by interval. */
  intervals: z.array(z.looseObject({ intervalSec: z.number().int(), points: z.number().int() })),
  /** Null when nothing is stored. */
  leastRetentionDays: z.number().int().nullable(),
  mostRetentionDays: z.number().int().nullable(),
})
export type HistorianTotals = z.infer<typeof HistorianTotals>

const [minIntervalSec, maxIntervalSec] = historianLimits.intervalSec
const [minRetentionDays, maxRetentionDays] = historianLimits.retentionDays

export const historianCalls = {
  getHistorian: read('GET /x/devices/{id}/historian', {
    area: 'historian',
    capability: 'point.read',
    extension: true,
    reply: Historian,
    meaning: 'Get the historian settings of a controller: which points it logs, and for how long.',
  }),
  saveHistorian: write('PUT /x/devices/{id}/historian', {
    area: 'historian',
    capability: 'config.write',
    extension: true,
    body: z.object({
      eTag: ETag.nullish(),
      enabled: z.boolean(),
      retentionDays: z
        .number({ error: 'errors.historian.retention' })
        .int('errors.historian.retention')
        .min(minRetentionDays, 'errors.historian.retention')
        .max(maxRetentionDays, 'errors.historian.retention'),
      points: z
        .array(
          z.object({
            pointId: Id,
            mode: z.enum(['cov', 'interval']),
            intervalSec: z
              .number()
              .int('errors.historian.interval')
              .min(minIntervalSec, 'errors.historian.interval')
              .max(maxIntervalSec, 'errors.historian.interval'),
            covIncrement: z.number().min(0, 'errors.historian.increment').nullish(),
          }),
        )
        .max(1_000),
    }),
    reply: Historian,
    errors: [4009, 4010, 4202],
    meaning:
      'Replace the historian settings of a controller from now on; points that are not listed are not logged. Until ' +
      'they are first set, every point is logged: numbers every minute, states at each change, for 400 days. Earlier ' +
      'samples stay as they were logged; with fewer days, older samples are permanently deleted.',
  }),
  historianTotals: read('GET /x/historian', {
    area: 'historian',
    capability: 'point.read',
    extension: true,
    query: z.object({ customerId: Id }),
    reply: HistorianTotals,
    meaning: 'Get totals of what the controllers of a customer log of their points.',
  }),
}
