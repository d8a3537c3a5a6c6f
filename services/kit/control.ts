/** The test-only control plane: time, injected faults, journal; loopback, only with SIM_CONTROL=1 (domain §12.3). */
import fastify, { type FastifyInstance } from 'fastify'
import { z } from 'zod'
import { ApiError, fail } from './api-error'
import { addClockOffset, clockOffsetMs } from './clock-offset'
import { FaultOrder } from './faults'
import { fieldErrorsOf } from './field-errors'
import { journalSince } from './journal'
import { seedProfiles } from './settings'
import type { World } from './world'

export const InjectOrder = z.object({
  kind: z.string(),
  /** When it begins (RFC 3339); now by default. */
  at: z.iso.datetime({ offset: true }).optional(),
  /** How long it lasts; until removed by default. */
  durationSec: z.number().positive().optional(),
  params: z.record(z.string(), z.unknown()).optional(),
})
export type InjectOrder = z.output<typeof InjectOrder>

/** What tests may do to one simulated controller. Unknown host ids are 4005, unknown kinds 4000. */
export interface DeviceControl {
  /** The full state. */
  inspect(hostId: string): unknown
  inject(hostId: string, order: InjectOrder): { id: string }
  remove(hostId: string, id: string): void
}

const ClockOrder = z
  .object({ advanceMs: z.number().int().min(0), freeze: z.boolean(), rate: z.number().positive().max(100_000) })
  .partial()
const ResetOrder = z.object({ seed: z.string().max(200), profile: z.enum(seedProfiles) }).partial()
const Since = z.object({ since: z.coerce.number().int().min(0).default(0) })

/** Requests under any other host name are rejected (DNS rebinding). */
const loopback = ['localhost', '127.0.0.1', '[::1]', '::1']

interface ControlOptions {
  world: World
  devices: DeviceControl
  /** The services that can be set to fail. */
  services: readonly string[]
  /** Empties the store and seeds it again, by default with the profile of the start. */
  reset(order: z.output<typeof ResetOrder>): void
}

export function controlServer({ world, devices, services, reset }: ControlOptions): FastifyInstance {
  const app = fastify({ forceCloseConnections: true })
  const { clock, faults, jobs, store, inFlight } = world

  app.setErrorHandler((error, _request, reply) => {
    const refusal = error instanceof ApiError ? error : undefined
    const status = refusal?.status ?? (error as { statusCode?: number }).statusCode ?? 500
    const message = error instanceof Error ? error.message : 'unexpected'
    return reply.code(status).send({ errorCode: refusal?.code ?? status, message, errors: refusal?.details.errors })
  })
  // A page of another site can send any other content type without a preflight request.
  app.removeAllContentTypeParsers()
  app.addContentTypeParser('application/json', { parseAs: 'string' }, (_request, body, done) => {
    try {
      done(null, body ? JSON.parse(String(body)) : {})
    } catch {
      done(new ApiError(4002))
    }
  })

  app.addHook('onRequest', async ({ method, hostname, headers }) => {
    if (!loopback.includes(hostname)) fail(4003)
    if (method === 'POST' && !/^application\/json\b/i.test(headers['content-type'] ?? '')) fail(4006, { status: 415 })
  })

  app.post('/__sim/clock', async (request) => {
    const { freeze, rate, advanceMs } = parseOrder(ClockOrder, request.body)
    if (freeze === true) clock.freeze()
    if (freeze === false) clock.setRate(1)
    if (rate !== undefined) clock.setRate(rate)
    if (advanceMs !== undefined)
      await inFlight.track(async () => {
        await clock.advanceInTurns(advanceMs, inFlight.shutdown)
        addClockOffset(store, advanceMs)
      })
    return { now: new Date(clock.now()).toISOString() }
  })
  app.get('/__sim/clock', () => ({ now: new Date(clock.now()).toISOString() }))

  app.post('/__sim/reset', (request) => {
    const offsetMs = clockOffsetMs(store)
    reset(parseOrder(ResetOrder, request.body))
    addClockOffset(store, offsetMs)
    return { now: new Date(clock.now()).toISOString() }
  })

  app.post('/__sim/services/:service/inject', (request, reply) => {
    faults.inject(serviceIn(request.params, services), parseOrder(FaultOrder, request.body))
    return reply.code(204).send()
  })
  app.delete('/__sim/services/:service/inject', (request, reply) => {
    faults.clear(serviceIn(request.params, services))
    return reply.code(204).send()
  })

  app.get('/__sim/journal', (request) => journalSince(store, parseOrder(Since, request.query).since))
  app.get('/__sim/log', (request) => jobs.logSince(parseOrder(Since, request.query).since))

  const host = (parameters: unknown) => (parameters as { hostId: string }).hostId
  app.get('/__sim/devices/:hostId', (request) => devices.inspect(host(request.params)))
  app.post('/__sim/devices/:hostId/inject', (request, reply) =>
    reply
      .code(201)
      .send(store.transaction(() => devices.inject(host(request.params), parseOrder(InjectOrder, request.body)))),
  )
  app.delete('/__sim/devices/:hostId/inject/:id', (request, reply) => {
    store.transaction(() => devices.remove(host(request.params), (request.params as { id: string }).id))
    return reply.code(204).send()
  })

  return app
}

function parseOrder<Schema extends z.ZodType>(schema: Schema, input: unknown): z.output<Schema> {
  const parsed = schema.safeParse(input ?? {}, { reportInput: true })
  return parsed.success ? parsed.data : fail(4000, { errors: fieldErrorsOf(parsed.error) })
}

function serviceIn(parameters: unknown, services: readonly string[]): string {
  const { service } = parameters as { service: string }
  return services.includes(service) ? service : fail(4005)
}
