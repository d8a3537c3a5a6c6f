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

export interface CanaryShown {
  held: number
  total: number
  failed: number
  mayFail: Threshold
  state: 'running' | 'well' | 'held' | 'forgotten'
  goneOn: { href: string; by: string; at: string } | null
  /** Null without the right to deploy. */
  restHref: string | null
  newHref: string
}

export function CanaryNotice({ canary }: { canary: CanaryShown }) {
  const t = useT()
  const { held, state, goneOn, restHref } = canary
  if (goneOn) {
    return (
      <Notice tone="info" quiet>
        {t('main:deployment.canary.goneOn', { count: held, by: goneOn.by })} <Time at={goneOn.at} />{' '}
        <A href={goneOn.href}>{t('main:deployment.canary.showRest')}</A>
      </Notice>
    )
  }
  const tone = ({ running: 'info', well: 'ok', held: 'danger', forgotten: 'warn' } as const)[state]
  return (
    <Notice tone={tone} title={t(`main:deployment.canary.${state}Title`, { count: held })}>
      <p className="mb-2">
        <Why canary={canary} />
      </p>
      {restHref && state === 'well' && (
        <Form action={restHref} hidden={{ [metaFields.stage]: 'plan' }}>
          <div>
            <Button look="primary">{t('main:deployment.canary.goOn', { count: held })}</Button>
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

function Why({ canary: { state, failed, total, mayFail } }: { canary: CanaryShown }) {
  const t = useT()
  if (state === 'forgotten' || state === 'running') return <>{t(`main:deployment.canary.${state}`)}</>
  const allowed = t(`main:deployment.canary.allowed.${mayFail.unit}`, { value: mayFail.value })
  return <>{`${t(`main:deployment.canary.${state}`, { failed, count: total })} ${allowed}`}</>
}

/** Returns the canary as the pages show it. */
export function canaryShown(
  { may }: { may: (capability: 'deploy.run') => boolean },
  at: ParamsFor<'deployment'>,
  { asked, state, goneOn, held, total, failed, mayFail }: Canary,
): CanaryShown {
  return {
    held,
    total,
    failed,
    mayFail,
    state: asked ? state : 'forgotten',
    goneOn: goneOn && {
      by: goneOn.by,
      at: goneOn.at,
      href: href('deployment', { ...at, operationId: goneOn.operationId }),
    },
    restHref: may('deploy.run') ? href('deploymentRest', at) : null,
    newHref: href('newDeployment', at),
  }
}
