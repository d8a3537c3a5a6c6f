/** The state of a canary: what the remaining controllers wait for, and how to continue. */
import { metaFields } from '~/change/plan'
import type { Threshold } from '~/domain/deployment-canary'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { ParamsFor } from '~/paths'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { A, ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import type { Canary } from './canary.server'

export interface CanaryStatus {
  waiting: number
  total: number
  failed: number
  mayFail: Threshold
  state: 'running' | 'well' | 'held' | 'forgotten'
  continuation: { href: string; by: string; at: string } | null
  /** Null without the right to deploy. */
  restHref: string | null
  newHref: string
}

export function CanaryNotice({ canary }: { canary: CanaryStatus }) {
  const t = useT()
  const { waiting, state, continuation, restHref } = canary
  if (continuation) {
    return (
      <Notice tone="info" quiet>
        {t('main:deployment.canary.goneOn', { count: waiting, by: continuation.by })} <Time at={continuation.at} />{' '}
        <A href={continuation.href}>{t('main:deployment.canary.showRest')}</A>
      </Notice>
    )
  }
  const tone = ({ running: 'info', well: 'ok', held: 'danger', forgotten: 'warn' } as const)[state]
  return (
    <Notice tone={tone} title={t(`main:deployment.canary.${state}Title`, { count: waiting })}>
      <p className="mb-2">
        <CanaryReason canary={canary} />
      </p>
      {restHref && state === 'well' && (
        <Form action={restHref} hidden={{ [metaFields.stage]: 'plan' }}>
          <div>
            <Button look="primary">{t('main:deployment.canary.goOn', { count: waiting })}</Button>
          </div>
        </Form>
      )}
      {restHref && state === 'held' && <ButtonLink href={restHref}>{t('main:deployment.canary.anyway')}</ButtonLink>}
      {restHref && state === 'forgotten' && (
        <ButtonLink href={canary.newHref}>{t('main:deployment.deploy')}</ButtonLink>
      )}
    </Notice>
  )
}

function CanaryReason({ canary: { state, failed, total, mayFail } }: { canary: CanaryStatus }) {
  const t = useT()
  if (state === 'forgotten' || state === 'running') return <>{t(`main:deployment.canary.${state}`)}</>
  const allowed = t(`main:deployment.canary.allowed.${mayFail.unit}`, { value: mayFail.value })
  return <>{`${t(`main:deployment.canary.${state}`, { failed, count: total })} ${allowed}`}</>
}

/** Returns the canary as the pages show it. */
export function canaryStatus(
  { may }: { may: (capability: 'deploy.run') => boolean },
  at: ParamsFor<'deployment'>,
  { input, state, continuation, waiting, total, failed, mayFail }: Canary,
): CanaryStatus {
  return {
    waiting,
    total,
    failed,
    mayFail,
    state: input ? state : 'forgotten',
    continuation: continuation && {
      by: continuation.by,
      at: continuation.at,
      href: href('deployment', { ...at, operationId: continuation.operationId }),
    },
    restHref: may('deploy.run') ? href('deploymentRest', at) : null,
    newHref: href('newDeployment', at),
  }
}
