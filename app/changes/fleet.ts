/** What is brought to many controllers at once: their settings and their software. */
import { bySettings, type ChangeKind } from './change'

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
  'adminUser.save': {
    capability: 'config.adminuser',
    flag: 'userAdmin',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { never: 'secret' },
    next: 'sending',
  },
  'graphics.upload': {
    capability: 'config.write',
    flagForMany: 'multipleConfiguration',
    most: 50,
    back: { never: 'uploaded' },
    next: 'board',
  },
  'configuration.send': {
    capability: 'config.send',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { never: 'sent' },
    next: 'board',
  },
  'template.create': { capability: 'template.write', flag: 'configurationTemplates', back: { never: 'created' } },
  'template.edit': { capability: 'template.write', flag: 'configurationTemplates', back: bySettings },
  'template.delete': { capability: 'template.write', flag: 'configurationTemplates', back: { never: 'deleted' } },
  'template.apply': {
    capability: 'config.write',
    flag: 'configurationTemplates',
    flagForMany: 'multipleConfiguration',
    most: 500,
    back: { never: 'applied' },
    next: 'sendingAll',
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
