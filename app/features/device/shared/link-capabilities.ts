/** What the link of a controller can do decides which of its views and changes are offered. */
import type { Device } from '#contracts/site'
import type { KindName } from '~/features/configuration/shared/kind'
import type { ViewName } from '~/views'

/** The capability of a link that a view needs; views without one are offered for every controller. */
const neededBy: Partial<Record<ViewName, string>> = {
  network: 'network',
  time: 'time',
  bacnet: 'bacnet',
  adminUser: 'users',
  graphics: 'gfx',
  deployments: 'packages',
  tunnels: 'tunnel',
  schedules: 'schedules',
  scheduleDay: 'schedules',
}

/** What is offered for a controller. */
export interface Offered {
  view(name: ViewName): boolean
  change(kind: KindName): boolean
  packages: boolean
  backups: boolean
  /** Whether a backup consists of the files of the controller. */
  fileBackup: boolean
  /** Whether another controller can take the place of it with a backup. */
  replacing: boolean
  configuration: boolean
  /** Restarting and silencing, of a controller of another maker. */
  management: boolean
}

/** Returns what is offered for a controller; everything where its link can do everything. */
export function offeredFor({ link }: Pick<Device, 'link'>): Offered {
  const can = (capability: string) => !link || link.can.includes(capability)
  const needs = (name: ViewName) => {
    const capability = neededBy[name]
    if (name === 'backups') return can('backup') || can('fileBackup')
    // A controller that was found on a network has no onboarding of its own.
    return name === 'onboarding' ? !link : capability === undefined || can(capability)
  }
  const configured: readonly ViewName[] = ['network', 'time', 'bacnet', 'adminUser', 'graphics']
  return {
    view: needs,
    change: needs,
    packages: can('packages'),
    backups: needs('backups'),
    fileBackup: link?.can.includes('fileBackup') ?? false,
    replacing: can('backup'),
    configuration: configured.some(needs),
    management: link?.can.includes('management') ?? false,
  }
}
