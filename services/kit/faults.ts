/** Injected failures of services, to test how clients handle them (domain §12.3). */
import { z } from 'zod'

export const FaultOrder = z.object({
  /** Method and path below the base path, `GET /devices`; every call when absent. */
  match: z
    .string()
    .regex(/^([A-Z]+|\*) \/\S*$/)
    .optional(),
  kind: z.enum(['status', 'delay', 'drop', 'garbage', 'truncate', 'redirect', 'answer']),
  /** The body of an `answer` fault, and its type: JSON by default. */
  body: z.string().max(100_000).optional(),
  mediaType: z.string().max(200).optional(),
  status: z.number().int().min(200).max(599).optional(),
  errorCode: z.union([z.number(), z.string()]).optional(),
  delayMs: z.number().int().min(0).max(600_000).optional(),
  /** Number of calls; unlimited until cleared when absent. */
  times: z.number().int().min(1).optional(),
  /** Fail after the work instead of before: the effect persists, the reply is lost. */
  after: z.boolean().optional(),
})
export type ServiceFault = z.infer<typeof FaultOrder>

export interface ServiceFaults {
  inject(service: string, fault: ServiceFault): void
  /** Removes every fault of a service; of all services without a name. */
  clear(service?: string): void
  /** Returns the fault for this call, and counts it as used. */
  next(service: string, method: string, path: string): ServiceFault | undefined
}

export function createServiceFaults(): ServiceFaults {
  const faults = new Map<string, (ServiceFault & { remaining: number })[]>()
  return {
    inject: (service, fault) =>
      void faults.set(service, [
        ...(faults.get(service) ?? []),
        { ...fault, remaining: fault.times ?? Number.POSITIVE_INFINITY },
      ]),
    clear: (service) => (service === undefined ? faults.clear() : void faults.delete(service)),
    next(service, method, path) {
      const active = faults.get(service)?.find((fault) => fault.remaining > 0 && matches(fault.match, method, path))
      if (active) active.remaining -= 1
      return active
    },
  }
}

function matches(match: string | undefined, method: string, path: string): boolean {
  if (!match) return true
  const [expectedMethod, prefix = '/'] = match.split(' ')
  return (expectedMethod === '*' || expectedMethod === method) && path.startsWith(prefix)
}
