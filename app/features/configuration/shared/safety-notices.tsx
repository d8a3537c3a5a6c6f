/** Notices on the board of network settings: controllers that a staged send held back, skipped or lost. */
import { groupByName } from '~/change/posted'
import { href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Form } from '~/ui/form'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import type { HeldBack } from '../held-back.server'
import type { LostControllers } from '../lost-controllers.server'
import { type ConfigurationPlace, sendingHref } from './place'
import type { SkippedControllers } from './skipped-controllers.server'

/** The send to the others is offered once the first are done; after a failure it stays available, without emphasis. */
export function HeldBackNotice({ at, held }: { at: ConfigurationPlace; held: HeldBack }) {
  const t = useT()
  const { count, first, fields } = held
  return (
    <Notice tone={first === 'failed' ? 'warn' : 'info'} quiet title={t(`main:send.held.${first}`, { count })}>
      {fields && first !== 'running' && (
        <Form action={sendingHref(at)} hidden={groupByName(fields)} className="">
          <Button look={first === 'well' ? 'primary' : 'secondary'}>{t('main:send.held.goOn', { count })}</Button>
        </Form>
      )}
    </Notice>
  )
}

/** Controllers of a send that have unsent settings. */
export function SkippedNotice({
  tenantId,
  skipped: { controllers, incomplete },
}: {
  tenantId: string
  skipped: SkippedControllers
}) {
  const t = useT()
  return (
    <Notice tone="warn" quiet title={t('main:send.left.title', { count: controllers.length })}>
      <ul className="list-disc ps-5">
        {controllers.map(({ id, name, isOnboarded }) => (
          <li key={id}>
            <A href={href('deviceById', { tenantId, deviceId: id })}>
              <bdi>{name}</bdi>
            </A>
            {!isOnboarded && <>: {t('main:send.plan.notOnboarded')}</>}
          </li>
        ))}
        {incomplete && <li>{t('main:send.left.part')}</li>}
      </ul>
    </Notice>
  )
}

/** Restoring the previous settings is offered as one change, which waits for controllers that are offline. */
export function LostNotice({
  tenantId,
  lost,
  timeZone,
}: {
  tenantId: string
  lost: LostControllers
  timeZone: string | null
}) {
  const t = useT()
  const more = lost.count - lost.controllers.length
  return (
    <Notice tone="danger" title={t('main:network.lost.title', { count: lost.count })}>
      <ul className="list-disc ps-5">
        {lost.controllers.map(({ id, name, sentAt }) => (
          <li key={id}>
            <A href={href('deviceById', { tenantId, deviceId: id })}>
              <bdi>{name}</bdi>
            </A>
            , {t('main:network.lost.since')} <Time at={sentAt} timeZone={timeZone ?? undefined} />
          </li>
        ))}
        {more > 0 && <li>{t('main:network.lost.more', { count: more })}</li>}
      </ul>
      {lost.incomplete && <p>{t('main:network.lost.part')}</p>}
      <p>{t('main:network.lost.text')}</p>
      <div className="flex flex-wrap gap-3">
        {lost.restoreForms.map(({ action, ids }) => (
          <Form key={action} action={action} hidden={{ device: ids }} className="">
            <Button>{t('main:network.lost.back', { count: ids.length })}</Button>
          </Form>
        ))}
      </div>
    </Notice>
  )
}
