import type { Counted } from '~/domain/counted'
import type { Translate } from './instance'

type Noun =
  | 'customers'
  | 'deployments'
  | 'devices'
  | 'packages'
  | 'plain'
  | 'results'
  | 'sites'
  | 'tenants'
  | 'tunnels'
  | 'users'

/** "87 controllers", and "More than 10,000 controllers" where nobody counted on: the one place that says how many. */
export function countText(t: Translate, noun: Noun, { count, isCapped }: Counted): string {
  const counted = t(`count.${noun}`, { count })
  return isCapped ? t('count.moreThan', { counted }) : counted
}
