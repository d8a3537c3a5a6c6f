/** The states of a deployment's controllers with their counts, each a link to those controllers. */
import type { DeploymentStatus } from '#contracts/site'
import { useT } from '~/i18n/use-t'
import { DeploymentState } from '~/things/deployment/operations'
import { A } from '~/ui/link'

export interface StatesShown {
  states: { status: DeploymentStatus; count: number; href: string; isChosen: boolean }[]
  /** Whether the deployment only uninstalls packages. */
  isRemoval: boolean
  allHref: string
}

export function RolloutStates({ states, isRemoval, allHref }: StatesShown) {
  const t = useT()
  const isFiltered = states.some(({ isChosen }) => isChosen)
  return (
    <nav aria-label={t('main:deployment.page.state')} className="no-print">
      <ul className="flex flex-wrap gap-x-4 gap-y-1.5">
        {isFiltered && (
          <li>
            <A href={allHref}>{t('word.all')}</A>
          </li>
        )}
        {states
          .filter(({ count, isChosen }) => count > 0 || isChosen)
          .map(({ status, count, href, isChosen }) => (
            <li key={status}>
              <A
                href={href}
                aria-current={isChosen ? 'true' : undefined}
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
