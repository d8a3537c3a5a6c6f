/** The next step after a change: send after save, follow after deploy, the address of a tunnel after it was opened. */
import type { PathNode } from '#contracts/scalars'
import { capabilitiesFor, changeNamed } from '~/changes'
import { configurationViews, kindOfChange } from '~/features/configuration/shared/configuration'
import {
  fieldsIn,
  isSettingKind,
  type SettingKind,
  saveChangeOf,
  settingKinds,
} from '~/features/configuration/shared/kind'
import { boardHref, puttingBackHref, sendingHref } from '~/features/configuration/shared/place'
import { exceptionReversal } from '~/features/schedule/shared/exception-reversal'
import { href, placeParams } from '~/hrefs'
import type { ChangeDetails } from '~/trail/find-change.server'
import type { TrailEntry } from '~/trail/find-entries.server'

/** Returns null where no step follows this kind of change. */
export function followUp(
  { newest: first, entries, outcomes, path }: ChangeDetails,
  may: (capability: ReturnType<typeof capabilitiesFor>[number]) => boolean,
) {
  const isDoneToMany = (outcomes.done ?? 0) > 1
  const { tenantId } = first
  if (isRolesOfMany(first) && isDoneToMany && may('role.manage'))
    return { kind: 'back' as const, href: href('usersRolesPuttingBack', { tenantId, changeId: first.changeId }) }
  if (!first.customerId) return null
  const { customerId, subject } = first
  const params = placeParams({ tenantId, customerId }, (subject.path ?? []) as PathNode[])
  if (first.mutation === 'space.edit' && isDoneToMany && params.buildingId && capabilitiesFor('space.edit').some(may))
    return { kind: 'back' as const, href: href('spacesEditing', params, { putBack: first.changeId }) }
  const removal = first.mutation === 'schedule.exception' && may('schedule.write') ? exceptionReversal(first) : null
  if (removal && isDoneToMany)
    return {
      kind: 'back' as const,
      href: href('customerScheduleExceptions', { tenantId, customerId }, { ...removal, change: first.changeId }),
    }
  const next = changeNamed(first.mutation)?.next
  if (next === 'rollout') {
    const [operationId] = entries.flatMap(({ outcomeRecord }) => outcomeRecord?.detail?.operationId ?? [])
    const to =
      typeof operationId === 'string' ? href('deployment', { ...params, operationId }) : href('deployments', params)
    return { kind: 'deployments' as const, href: to }
  }
  if (next === 'tunnel' && params.siteId && may('tunnel.read')) {
    const [tunnelId] = entries.flatMap(({ outcomeRecord }) => outcomeRecord?.detail?.tunnelId ?? [])
    const device = { ...params, deviceId: subject.id }
    return typeof tunnelId === 'string'
      ? { kind: 'tunnel' as const, href: href('deviceTunnel', { ...device, tunnelId }) }
      : { kind: 'tunnels' as const, href: href('deviceTunnels', device) }
  }
  if (next === 'import' && capabilitiesFor('site.build').some(may))
    return {
      kind: 'import' as const,
      href: href('siteImportCsv', { ...params, changeId: first.changeId }),
      sitesHref: href('customerSites', params),
    }
  if (next === 'sendingAll' && params.siteId)
    return {
      kind: 'sendingAll' as const,
      sendTo: capabilitiesFor('configuration.send').some(may) ? href('siteConfigurationSending', params) : null,
      kinds: savedKinds(entries),
      boardHref: href('siteConfiguration', params),
    }
  if (!params.siteId || (next !== 'sending' && next !== 'board')) return null
  const isOfOneSite = path.some(({ id }) => id === params.siteId)
  const kind = kindOfChange(first)
  const place = { ...(isOfOneSite ? params : { tenantId, customerId }), kind }
  const maySend = next === 'sending' && capabilitiesFor('configuration.send').some(may)
  return {
    kind: 'configuration' as const,
    of: kind,
    href: boardHref(place, next === 'board' ? { change: first.changeId } : {}),
    sendTo: maySend ? sendingHref(place) : null,
    backTo:
      next === 'sending' && isDoneToMany && isSettingKind(kind) && capabilitiesFor(saveChangeOf[kind]).some(may)
        ? puttingBackHref({ tenantId, customerId, changeId: first.changeId, kind })
        : null,
  }
}

function isRolesOfMany({ mutation }: TrailEntry): boolean {
  return ['user.addRole', 'user.removeRole', 'user.changeRoles', 'user.takeRunOut'].includes(mutation)
}

/** Returns the kinds of settings that were saved. */
function savedKinds(entries: readonly TrailEntry[]): SettingKind[] {
  const paths = new Set(entries.flatMap(({ after }) => Object.keys((after ?? {}) as object)))
  return settingKinds.filter((kind) => fieldsIn(configurationViews[kind]).some(({ path }) => paths.has(path)))
}
