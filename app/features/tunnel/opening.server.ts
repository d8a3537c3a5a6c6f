/** Opens a tunnel: form, plan, call, and the single view of its address (spec §7, domain §6.4). */
import { z } from 'zod'
import { type Device, site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import { ServiceError } from '~/backend/service-error'
import { walkDevices } from '~/backend/walk-devices.server'
import type { Plan } from '~/change/plan'
import type { PlanContext, WorkContext } from '~/change/plan-context'
import { isTunnelLive, lifetimeIn, tunnelServices } from '~/domain/tunnel'
import { href, type Place, placeParams } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { entitySubject } from '~/kit/edit/thing.server'
import type { ParamsFor } from '~/paths'
import { storeOneTimeText } from '~/session/one-time-text.server'

/** Minutes as text, so that an invalid number is a field error. */
export const TunnelForm = z.object({
  service: z.enum(tunnelServices),
  deleteAfterMin: z
    .string()
    .regex(/^\d{1,4}$/, { error: 'errors:tunnels.deleteAfterMin' })
    .transform(Number)
    .refine((minutes) => minutes >= 5 && minutes <= 1440, { error: 'errors:tunnels.deleteAfterMin' }),
  /** Without it, the service uses its default port. */
  targetPort: z
    .string()
    .trim()
    .regex(/^\d{1,5}$/, { error: 'errors:tunnels.targetPort' })
    .transform(Number)
    .refine((port) => port >= 1 && port <= 65_535, { error: 'errors:tunnels.targetPort' })
    .optional(),
})
export type TunnelForm = z.infer<typeof TunnelForm>

/** The form on the customer's page, with the host id of the controller. */
export const TunnelToForm = TunnelForm.extend({
  hostId: z.string().trim().min(1, { error: 'errors:field.required' }).max(100),
})

/** Plans the tunnel. Only the service knows whether it can be opened. */
export async function planOpening(context: PlanContext<TunnelForm>, device: Device): Promise<Plan> {
  const { form, language } = context
  const t = translator(language)
  const { unit, count } = lifetimeIn(form.deleteAfterMin)
  const lifetime = t(`main:tunnel.${unit}`, { count })
  const port = form.targetPort === undefined ? {} : { targetPort: form.targetPort }
  return {
    rows: [
      {
        subject: entitySubject('device', device),
        effect: 'change',
        fields: [
          { name: 'service', from: null, to: t(`main:tunnel.service.${form.service}`) },
          ...Object.entries(port).map(([name, to]) => ({ name, from: null, to: String(to) })),
          { name: 'deleteAfterMin', from: null, to: lifetime },
        ],
        before: null,
        after: { service: form.service, ...port, deleteAfterMin: form.deleteAfterMin },
      },
    ],
  }
}

/** Opens the tunnel, stores its address for one view, and returns the page that shows it. */
export async function openTunnel(context: WorkContext<TunnelForm>, place: Place): Promise<string> {
  const { form, plan, person, reason, write, setOutcome } = context
  const subject = plan.rows[0]?.subject
  if (!subject) throw new Error('a tunnel requires a controller')
  const { deleteAfterMin, service, targetPort } = form
  const body = { deleteAfterMin, service, targetPort, reason: reason?.slice(0, 200) }
  const reply = await write(site.openTunnel, { path: { id: subject.id }, body }, [subject.id])
  const { url } = reply
  const tunnelId = reply.tunnelId ?? (await newestTunnel(context, subject.id, body))
  setOutcome(subject.id, 'done', tunnelId === undefined ? {} : { tunnelId })
  if (tunnelId !== undefined && url) await storeOneTimeText(url, { personId: person.id, thing: tunnelId })
  const path = (subject.path ?? []) as Parameters<typeof placeParams>[1]
  const params: Record<string, string> = { ...placeParams(place, path), ...place, deviceId: subject.id }
  return tunnelId === undefined
    ? href('deviceTunnels', params as ParamsFor<'deviceTunnels'>)
    : href('deviceTunnel', { ...params, tunnelId } as ParamsFor<'deviceTunnel'>)
}

/** Returns the opened tunnel where the reply has no id: the newest one with the same service and reason. */
async function newestTunnel(
  { read }: Pick<PlanContext<unknown>, 'read'>,
  id: string,
  requested: { service: string; reason: string | undefined },
): Promise<string | undefined> {
  try {
    const tunnels = await read(site.listTunnels, { path: { id } })
    const matches = tunnels.filter(
      ({ service, reason, status }) =>
        isTunnelLive(status) && service === requested.service && (reason ?? undefined) === requested.reason,
    )
    return matches.sort((one, other) => (other.createdAt ?? '').localeCompare(one.createdAt ?? '', 'en'))[0]?.tunnelId
  } catch (error) {
    if (error instanceof ServiceError) return undefined
    throw error
  }
}

/** Returns the controller of a customer with exactly this host id; null without one. Throws `ServiceError`. */
export async function controllerByHostId(
  { read, catalogues }: Pick<PlanContext<unknown>, 'read' | 'catalogues'>,
  { customerId, hostId }: { customerId: string; hostId: string },
): Promise<Device | null> {
  const hasHostId = (device: Device) => device.hostId?.toLocaleLowerCase() === hostId.toLocaleLowerCase()
  return withFallback(
    site.findDevices,
    async () => {
      const { data } = await read(site.findDevices, { query: { customerId, search: hostId, pageSize: 50 } })
      return data.find(hasHostId) ?? null
    },
    async () => {
      const { devices } = await walkDevices({ read, catalogues }, customerId, { search: hostId })
      return devices.find(hasHostId) ?? null
    },
  )
}
