/** One sentence on whether a deployment is in progress or how it ended; announced when it changes on a live page. */
import type { RolloutProgress } from '~/domain/deployment-progress'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { LogTime } from '~/ui/time'

export interface RolloutOutcome {
  isRunning: boolean
  /** The hour of its scheduled start; null when it is not scheduled. */
  awaited: string | null
  progress: Pick<RolloutProgress, 'failed' | 'total'>
  /** How many failed controllers have a newer deployment that did not fail. */
  retried: number
}

export function RolloutNotice({ rollout }: { rollout: RolloutOutcome }) {
  const t = useT()
  const { tone, text } = outcomeNotice(t, rollout)
  return (
    <div aria-live="polite">
      <Notice tone={tone} quiet>
        {rollout.awaited ? (
          <p>
            {t('main:deployment.page.scheduledFor')} <LogTime at={rollout.awaited} />
          </p>
        ) : (
          text
        )}
      </Notice>
    </div>
  )
}

function outcomeNotice(t: Translate, { isRunning, progress: { failed, total }, retried }: RolloutOutcome) {
  if (isRunning) return { tone: 'info', text: t('main:deployment.page.stillRunning') } as const
  if (failed === 0) return { tone: 'ok', text: t('main:deployment.page.allDone') } as const
  if (retried >= failed) return { tone: 'ok', text: t('main:deployment.page.allRetried', { count: failed }) } as const
  const how = failed === total ? 'allFailed' : 'someFailed'
  return { tone: 'danger', text: t(`main:deployment.page.${how}`, { count: failed, total }) } as const
}
