/** The replacement of a controller and the progress of its steps, derived from the services: nothing is stored. */
import { deviceConfiguration } from '#contracts/device-configuration'
import { type Device, site } from '#contracts/site'
import { requestDevices } from '~/backend/find-devices.server'
import { asPanel, type Reader } from '~/backend/reader.server'
import { isSending } from '~/domain/send-state'
import { backupsAt } from '~/features/backup/shared/backups.server'
import { configurationTypeOf, kindNames } from '~/features/configuration/shared/kind'
import { deviceConfigurationHref } from '~/features/configuration/shared/place'
import { sectionsOf } from '~/features/template/shared/row'
import { href, isId, placeParams } from '~/hrefs'
import type { ParamsFor } from '~/paths'
import { findEntries } from '~/trail/find-entries.server'
import { visibleTo } from '~/trail/visible-to.server'

type At = ParamsFor<'deviceReplacing'>

/** Controllers in a list of choices, and backups on offer. */
const maxOffered = 200
const maxBackups = 5

/** Returns the controllers of the site with the same model, those not onboarded yet first. */
export async function candidatesFor(reader: Reader, { customerId, siteId }: At, old: Device) {
  const search = { siteId, ...(old.productId && { productId: [old.productId] }), sort: 'name' } as const
  const matches = await asPanel(requestDevices(reader, { customerId, search, pageSize: maxOffered }))
  const isNew = ({ overallStatus }: Device) => Number(overallStatus?.onBoarded === false)
  return (matches.ok ? matches.value.devices : [])
    .filter(({ id }) => id !== old.id)
    .toSorted((one, other) => isNew(other) - isNew(one))
    .map(({ id, name }) => ({ value: id, label: name }))
}

/** Returns the completed backups of the replaced controller, newest first; none while they cannot be read. */
export async function backupsOf(reader: Reader, { siteId }: Pick<At, 'siteId'>, old: Pick<Device, 'id'>) {
  const backups = await asPanel(backupsAt(reader.call, siteId))
  return (backups.ok ? backups.value : [])
    .filter(({ deviceId, state }) => deviceId === old.id && state === 'completed')
    .slice(0, maxBackups)
}

/** Responds 404 for a controller outside the site. */
export async function replacementOf(reader: Reader, at: At, { old, by }: { old: Device; by: string }) {
  if (!isId(by) || by === old.id) throw new Response(null, { status: 404 })
  const path = { id: by }
  const { may } = reader
  const [device, info, templates, backups] = await Promise.all([
    reader.read(site.getDevice, { path }),
    reader.panel(deviceConfiguration.getInfo, { path }),
    reader.panel(site.listTemplates, { path: { id: at.siteId } }),
    backupsOf(reader, at, old),
  ])
  const place = placeParams(at, device.path ?? [])
  if ((device.siteId ?? place.siteId) !== at.siteId) throw new Response(null, { status: 404 })
  const own = { ...at, ...place, deviceId: by }
  const { entries } = await findEntries({
    tenantId: at.tenantId,
    subjectId: by,
    visibleTo: visibleTo(reader),
    limit: 200,
  })
  const last = (mutation: string) =>
    entries.find((entry) => entry.mutation === mutation && entry.outcomeRecord?.outcome === 'done')
  const changeOf = (entry: ReturnType<typeof last>) =>
    entry ? { at: entry.at, href: href('change', { tenantId: at.tenantId, changeId: entry.changeId }) } : null
  const usableTemplates = (templates.ok ? templates.value : []).filter(
    ({ productId }) => !productId || productId === device.productId,
  )
  const applications = usableTemplates.flatMap(({ appliedTo }) => appliedTo.filter(({ deviceId }) => deviceId === by))
  const applicationsOf = (isRestore: boolean) =>
    applications
      .filter(({ result }) => (result === 'restored') === isRestore)
      .map((one) => ({ at: one.at, href: null }))
  return {
    name: device.name,
    href: href('device', own),
    onboarding: {
      isDone: device.overallStatus?.onBoarded !== false,
      href: href('deviceOnboarding', own),
    },
    template: {
      done: changeOf(last('template.apply')) ?? applicationsOf(false)[0] ?? null,
      offered: may('config.write')
        ? usableTemplates.flatMap((one) => {
            const section = sectionsOf(one).filter((name) => name !== 'users')
            if (section.length === 0) return []
            const action = href('templateApplying', { ...at, templateId: one.id })
            return [{ id: one.id, name: one.name, action, fields: { device: by, section } }]
          })
        : [],
      listHref: href('siteTemplates', at),
    },
    backup: {
      done: changeOf(last('backup.restore')) ?? applicationsOf(true)[0] ?? null,
      offered: backups.map(({ id, name, creationTime }) => ({
        id,
        name,
        at: creationTime,
        href: may('config.send') ? href('backupRestoring', { ...own, backupId: id }, { for: old.id }) : null,
      })),
      listHref: href('deviceBackups', own),
    },
    check: {
      isConnected: device.overallStatus?.connected === true,
      isKnown: info.ok,
      kinds: kindsFor(reader).map((kind) => {
        const state = info.ok ? info.value[configurationTypeOf[kind]] : undefined
        return {
          kind,
          href: deviceConfigurationHref({ ...own, kind }),
          isDirty: state?.isDirty === true,
          sendState: state?.sendState || ('notSet' as const),
          isUnderWay: isSending(state?.sendState || 'notSet'),
        }
      }),
    },
    oldHref: may('device.write') ? href('devicesDeletion', at, { device: old.id }) : null,
  }
}

/** The administrator account needs its feature and the permission to set a password. */
const kindsFor = ({ may, features }: Reader) =>
  kindNames.filter((kind) => kind !== 'adminUser' || (features.userAdmin && may('config.adminuser')))

export type Replacement = Awaited<ReturnType<typeof replacementOf>>
