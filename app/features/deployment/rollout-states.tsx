/** The states of a deployment's controllers with their counts, each a link to those controllers. */
import type { DeploymentStatus } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { DeploymentState } from './shared/operations'

export interface StateLinks {
  states: { status: DeploymentStatus; count: number; href: string; isSelected: boolean }[]
  /** Whether the deployment only uninstalls packages. */
  isRemoval: boolean
  allHref: string
}

export function RolloutStates({ states, isRemoval, allHref }: StateLinks) {
  const t = useT()
  const isFiltered = states.some(({ isSelected }) => isSelected)
  return (
    <nav aria-label={t('main:deployment.page.state')} className="no-print">
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {isFiltered && (
          <li>
            <A href={allHref}>{t('word.all')}</A>
          </li>
        )}
        {states
          .filter(({ count, isSelected }) => count > 0 || isSelected)
          .map(({ status, count, href, isSelected }) => (
            <li key={status}>
              <A
                href={href}
                aria-current={isSelected ? 'true' : undefined}
                className="inline-flex items-center gap-1 aria-[current]:font-bold"
              >
                {count} <DeploymentState status={status} isRemoval={isRemoval} />
              </A>
            </li>
          ))}
      </ul>
    </nav>
  )
}
