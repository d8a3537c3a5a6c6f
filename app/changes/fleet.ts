/** What is brought to many controllers at once: their settings and their software. */
import type { ChangeKind } from './change'

export const fleetChanges = {
  'network.save': {
    capability: 'config.write',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { form: 'configuration' },
    next: 'sending',
  },
  'time.save': {
    capability: 'config.write',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { form: 'configuration' },
    next: 'sending',
  },
  'bacnet.save': {
    capability: 'config.write',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { form: 'configuration' },
    next: 'sending',
  },
  'configuration.send': {
    capability: 'config.send',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { never: 'sent' },
    next: 'board',
  },
  'packages.deploy': { capability: 'deploy.run', most: 1_000, back: { never: 'deployed' }, next: 'rollout' },
  'packages.goOn': {
    capability: 'deploy.run',
    reason: 'whenPlanSays',
    most: 1_000,
    back: { never: 'deployed' },
    next: 'rollout',
  },
} as const satisfies Record<string, ChangeKind>
