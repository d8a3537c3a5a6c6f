/** In one sentence whether a deployment still goes on, and how it ended; said aloud when that changes on a live page. */
import type { RolloutProgress } from '~/domain/deployment-progress'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'

export interface RolloutOutcome {
  isRunning: boolean
  progress: Pick<RolloutProgress, 'failed'>
}

export function RolloutNotice({ rollout: { isRunning, progress } }: { rollout: RolloutOutcome }) {
  const t = useT()
  const [tone, text] = isRunning
    ? (['info', t('main:deployment.page.stillRunning')] as const)
    : progress.failed > 0
      ? (['danger', t('main:deployment.page.ended')] as const)
      : (['ok', t('main:deployment.page.allDone')] as const)
  return (
    <div aria-live="polite">
      <Notice tone={tone} quiet>
        {text}
      </Notice>
    </div>
  )
}
