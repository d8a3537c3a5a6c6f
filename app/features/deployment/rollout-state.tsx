/** The progress of a deployment over all its controllers, who started it, and its entry in the audit trail. */
import type { RolloutProgress } from '~/domain/deployment-progress'
import { useT } from '~/i18n/use-t'
import { type SegmentKind, Segments } from '~/ui/chart/segments'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import { Time } from '~/ui/time'

export interface RolloutStatus {
  /** `reason` is null when none was typed or the reader may not see it. */
  start: { by: string; at: string; scheduledAt: string | null; reason: string | null }
  /** How many failed controllers have a newer deployment. */
  retried: number
  progress: RolloutProgress
  trailHref: string | null
}

const segmentOf = {
  failed: 'failed',
  succeeded: 'done',
  running: 'running',
  waiting: 'waiting',
} as const satisfies Record<string, SegmentKind>

export function RolloutState({ rollout }: { rollout: RolloutStatus }) {
  const t = useT()
  const { progress, start, trailHref } = rollout
  return (
    <div className="grid gap-x-8 gap-y-4 lg:grid-cols-2">
      <div className="flex flex-col gap-3" aria-live="polite" aria-atomic="true">
        <Segments
          label={t('main:deployment.page.progressLabel', {
            done: progress.succeeded + progress.failed,
            count: progress.total,
          })}
          parts={(['succeeded', 'failed', 'running', 'waiting'] as const).map((name) => ({
            kind: segmentOf[name],
            count: progress[name],
            label: t(`main:deployment.page.${name}`, { count: progress[name] }),
          }))}
        />
        {rollout.retried > 0 && (
          <p className="text-soft">{t('main:deployment.page.retried', { count: rollout.retried })}</p>
        )}
      </div>
      <Facts
        facts={[
          { term: t('main:deployment.page.startedBy'), value: <bdi>{start.by}</bdi> },
          { term: t('main:deployment.page.startedAt'), value: <Time at={start.at} /> },
          ...(start.scheduledAt
            ? [{ term: t('main:deployment.page.chosenStart'), value: <Time at={start.scheduledAt} /> }]
            : []),
          ...(start.reason ? [{ term: t('field.reason'), value: <bdi>{start.reason}</bdi> }] : []),
          ...(trailHref
            ? [
                {
                  term: t('main:deployment.page.trail'),
                  value: <A href={trailHref}>{t('main:deployment.page.showTrail')}</A>,
                },
              ]
            : []),
        ]}
      />
    </div>
  )
}
