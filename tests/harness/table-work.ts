/** What a link is requested to do at its controllers: kept in a table, and reported as a test says. */
import {
  type ConfigurationSend,
  LinkError,
  type LinkEvents,
  type LinkRefusal,
  type OnboardingOrder,
  type PackageDeployment,
  type PartialLink,
  type SettingsBackup,
  type TunnelOrder,
} from '../../services/link/port'

/** The whole state, as JSON could hold it. */
export interface WorkTable {
  /** In the order in which they were requested; one that was requested again is there again. */
  sends: (ConfigurationSend & { deviceId: string })[]
  deployments: (PackageDeployment & { deviceId: string })[]
  onboardings: (OnboardingOrder & { deviceId: string })[]
  backups: (SettingsBackup & { deviceId: string })[]
  tunnels: (TunnelOrder & { deviceId: string })[]
  /** The ids of work and tunnels that are not wanted any more. */
  aborted: string[]
  /** Refuses every request when set. */
  trouble: LinkRefusal | null
}

export const emptyWorkTable = (): WorkTable => ({
  sends: [],
  deployments: [],
  onboardings: [],
  backups: [],
  tunnels: [],
  aborted: [],
  trouble: null,
})

export type WorkLink = Pick<
  PartialLink,
  'sendConfiguration' | 'deploy' | 'onboard' | 'backUpSettings' | 'openTunnel' | 'workAborted' | 'tunnelAborted'
> &
  Required<Pick<PartialLink, 'start'>> & { can: PartialLink['can']; events: LinkEvents | null }

/** Returns a link that does what it is requested, after `wait`, once a test reports it through its `events`. */
export function createWorkLink(
  table: WorkTable,
  stored: () => void = () => undefined,
  wait: () => Promise<unknown> = () => Promise.resolve(),
): WorkLink {
  const request = async (work: () => void) => {
    await wait()
    if (table.trouble) throw new LinkError(table.trouble)
    work()
    stored()
  }
  const link: WorkLink = {
    can: new Set(['time', 'network', 'bacnet', 'users', 'gfx', 'packages', 'onboarding', 'backup', 'tunnel']),
    events: null,
    async start(events) {
      link.events = events
    },
    sendConfiguration: (deviceId, send) => request(() => void table.sends.push({ deviceId, ...send })),
    deploy: (deviceId, deployment) => request(() => void table.deployments.push({ deviceId, ...deployment })),
    onboard: (deviceId, order) => request(() => void table.onboardings.push({ deviceId, ...order })),
    backUpSettings: (deviceId, backup) => request(() => void table.backups.push({ deviceId, ...backup })),
    async openTunnel(deviceId, order) {
      await request(() => void table.tunnels.push({ deviceId, ...order }))
      return { url: `https://tunnels.table/${table.tunnels.length}` }
    },
    workAborted: (_deviceId, workId) => void table.aborted.push(workId),
    tunnelAborted: (_deviceId, tunnelId) => void table.aborted.push(tunnelId),
  }
  return link
}
