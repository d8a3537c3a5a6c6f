/** Links to the next step after a change. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { A, ButtonLink } from '~/ui/link'
import type { followUp } from './follow-up.server'
import type { OriginList } from './origin-list.server'

/** Links to the list from which the change was made. */
export function BackToList({ list: { view, href } }: { list: OriginList }) {
  const t = useT()
  return (
    <p>
      <A href={href}>{t('main:change.page.list', { name: t(`main:view.${view}`) })}</A>
    </p>
  )
}

export function FollowUp({
  next,
  saved,
}: {
  next: NonNullable<ReturnType<typeof followUp>>
  saved: readonly string[]
}) {
  const t = useT()
  if (next.kind === 'deployments')
    return (
      <p>
        <ButtonLink href={next.href}>{t('main:change.page.deployments')}</ButtonLink>
      </p>
    )
  if (next.kind === 'tunnel' || next.kind === 'tunnels')
    return (
      <p>
        <ButtonLink href={next.href}>{t(`main:change.page.${next.kind}`)}</ButtonLink>
      </p>
    )
  if (next.kind === 'import')
    return (
      <p className="flex flex-wrap items-center gap-3">
        <ButtonLink href={next.href}>{t('main:import.result.file')}</ButtonLink>
        <ButtonLink href={next.sitesHref}>{t('main:import.result.sites')}</ButtonLink>
      </p>
    )
  if (next.kind === 'back')
    return (
      <p>
        <A href={next.href}>{t('main:change.page.putBackAll')}</A>
      </p>
    )
  if (next.kind === 'sendingAll')
    return (
      <div className="flex flex-wrap items-center gap-3">
        {next.sendTo && saved.length > 0 && (
          <Form
            action={next.sendTo}
            hidden={{ device: saved, kind: next.kinds }}
            className="flex flex-wrap items-center gap-3"
          >
            <Button look="primary">{t('main:change.page.sendNow', { count: saved.length })}</Button>
            <span className="text-soft">{t('main:change.page.sendNowHint')}</span>
          </Form>
        )}
        <ButtonLink href={next.boardHref}>{t('main:view.configuration')}</ButtonLink>
      </div>
    )
  return (
    <div className="flex flex-wrap items-center gap-3">
      {next.sendTo && saved.length > 0 && (
        <Form action={next.sendTo} hidden={{ device: saved }} className="flex flex-wrap items-center gap-3">
          <Button look="primary">{t('main:change.page.sendNow', { count: saved.length })}</Button>
          <span className="text-soft">{t('main:change.page.sendNowHint')}</span>
        </Form>
      )}
      <ButtonLink href={next.href}>{t(`main:${next.of}.backTo`)}</ButtonLink>
      {next.backTo && <A href={next.backTo}>{t('main:change.page.putBackAll')}</A>}
    </div>
  )
}
