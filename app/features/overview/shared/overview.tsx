/** The overview of a place (`overview.server.ts`). */
import './overview.css'
import type { ReactNode } from 'react'
import { serviceProblemText } from '~/change/problem-text'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { Section } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { Attention } from '../attention-list'
import { LastRollouts } from '../rollout-bars'
import { SiteHeat } from '../site-heat'
import { Figures } from './figure-list'
import type { Overview } from './overview.server'
import { RecentChanges } from './recent-changes'

/** `children` is the content of the place, between its figures and its changes. */
export function OverviewParts({ overview, children }: { overview: Overview | null; children: ReactNode }) {
  const t = useT()
  if (!overview) return <>{children}</>
  const { figures, attention, sites, rollouts, changes, counts } = overview
  return (
    <>
      <Figures figures={figures} />
      {counts?.ofSites != null && (
        <Notice tone="info" quiet>
          {t('main:overview.sumOf', { sites: counts.ofSites })}
        </Notice>
      )}
      <div className="overview">
        <Attention attention={attention} />
        {(rollouts || sites) && (
          <div className="flex flex-col gap-4">
            {sites?.ok && sites.value.rows.length > 1 && <SiteHeat sites={sites.value} />}
            {rollouts?.ok && rollouts.value && <LastRollouts rollouts={rollouts.value} />}
            {rollouts && !rollouts.ok && (
              <Section title={t('main:overview.rollouts.title')}>
                <Unavailable detail={serviceProblemText(t, rollouts.problem)} />
              </Section>
            )}
          </div>
        )}
      </div>
      {children}
      {changes !== null && <RecentChanges changes={changes} />}
    </>
  )
}
