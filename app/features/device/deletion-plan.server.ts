/** Plans and sends the deletion of controllers (domain §15, design §12 danger). */

import { z } from 'zod'
import { site } from '#contracts/site'
import { withFallback } from '~/backend/fallback'
import type { PlanRow } from '~/change/plan'
import type { PlanContext } from '~/change/plan-context'
import { changedIds, writeInChunks } from '~/change/write-in-chunks.server'
import type { EnrichedDevice } from '~/domain/device'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import type { Translate } from '~/i18n/instance'
import type { Bulk } from '~/kit/bulk/bulk.server'
import { selectedDevices } from './shared/selected-devices.server'
import {
  type DeviceSelection,
  deviceSelectionFields,
  deviceSelectionIn,
  deviceSelectionOf,
  deviceSelectionValues,
} from './shared/selection'

const DeletionForm = z.object(deviceSelectionFields).transform((fields) => ({ choice: deviceSelectionOf(fields) }))

export const deletion: Bulk<'devicesDeletion', DeviceSelection | null, EnrichedDevice, z.infer<typeof DeletionForm>> = {
  change: 'device.delete',
  page: 'devicesDeletion',
  list: { href: (at, search) => href('customerDevices', at, search), label: (t) => t('main:view.devices') },
  crumb: (t) => t('main:site.deletion.short'),
  selection: {
    parse: (request) => deviceSelectionIn(new URL(request.url).searchParams),
    fieldsOf: (choice) =>
      Object.entries(deviceSelectionValues(choice)).flatMap(([name, value]) =>
        [value ?? []].flat().map((one): [string, string] => [name, String(one)]),
      ),
    filterOf: (choice) => (choice?.kind === 'all' ? { ...deviceSelectionValues(choice), all: null } : {}),
    async load({ read: call, catalogues }, place, choice) {
      const source = { call, catalogues: await catalogues(), place, change: 'device.delete' as const }
      const { devices, ...selected } = await selectedDevices(choice, source)
      return { ...selected, things: devices }
    },
  },
  form: DeletionForm,
  chosenIn: ({ choice }) => choice,
  initial: (_, choice) => ({ form: { choice } }),
  /** Each controller with its identifying fields; one with a running deployment is skipped. */
  async plan({ things, missing }, { read, may, language }, { customerId }) {
    const t = translator(language)
    const tunnels = may('tunnel.read') ? await openTunnels(read, customerId) : new Map<string, number>()
    return {
      rows: things.map((device) => rowOf(device, tunnels.get(device.id) ?? 0, t)),
      notes: missing > 0 ? ['main:device.deletion.told.missing'] : [],
    }
  },
  send: (context) =>
    writeInChunks(context, site.deleteDevices, changedIds(context.plan), {
      maxPerCall: 200,
      input: (body) => ({ body }),
    }),
}

function rowOf(device: EnrichedDevice, tunnels: number, t: Translate): PlanRow {
  const { id, name, path, hostId, type, eTag, isDeployingPackages } = device
  const subject = { kind: 'device', id, name, path }
  if (isDeployingPackages)
    return { subject, effect: 'skip', because: 'main:device.deletion.told.busy', fields: [], version: eTag }
  const details = { name, model: type, hostId, tunnels: tunnels > 0 ? String(tunnels) : '' }
  const fields = (Object.keys(details) as (keyof typeof details)[]).flatMap((field) =>
    details[field]
      ? [{ name: field, label: t(`main:device.deletion.told.${field}`), from: details[field], to: null }]
      : [],
  )
  return { subject, effect: 'change', fields, version: eTag, before: details, after: null }
}

/** Counts the open tunnels per controller; empty when the backend does not list tunnels. */
async function openTunnels(read: PlanContext<unknown>['read'], customerId: string): Promise<Map<string, number>> {
  const counts = new Map<string, number>()
  const open = await withFallback(
    site.findTunnels,
    async () => (await read(site.findTunnels, { query: { customerId, pageSize: 200 } })).data,
    async () => [],
  )
  for (const { device, deviceId } of open) {
    const id = device?.id ?? deviceId
    if (id) counts.set(id, (counts.get(id) ?? 0) + 1)
  }
  return counts
}
