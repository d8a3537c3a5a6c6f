/** Changes to the fault rules of equipment and to the points that they read. */
import type { ChangeKind } from './change'

export const ruleChanges = {
  'rule.toggle': {
    capability: 'rule.toggle',
    flag: 'faultRules',
    reason: 'whenPlanSays',
    max: 500,
    back: { never: 'switched' },
  },
  'variables.save': { capability: 'intvar.write', flag: 'faultRules', back: { form: 'variables' } },
  'variables.copy': { capability: 'intvar.write', flag: 'faultRules', max: 100, back: { form: 'variables' } },
  'points.map': {
    capability: 'point.map',
    flag: 'equipment',
    reason: 'whenPlanSays',
    max: 100,
    back: { never: 'mapped' },
  },
  'points.mapRole': { capability: 'point.map', flag: 'equipment', back: { never: 'mapped' } },
  'points.unmap': { capability: 'point.map', flag: 'equipment', reason: 'whenPlanSays', back: { never: 'mapped' } },
} as const satisfies Record<string, ChangeKind>
