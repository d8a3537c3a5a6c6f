/** The page of network settings: the form, its plan, and the plan of sending where saving went well and sending did not. */

import type { ChangeReply } from '~/change/plan'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn } from '~/change/use-reply'
import { useT } from '~/i18n/use-t'
import { boardHref, sendingHref } from '~/things/network/place'
import { EmptyState } from '~/ui/empty-state'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import type { ThenSent } from './save-and-send.server'
import { SendReview } from './send-review'
import type { settingsOf } from './settings.server'
import { SettingsForm } from './settings-form'
import { SettingsReview } from './settings-review'

export type SettingsPageData = Awaited<ReturnType<typeof settingsOf>>

export function SettingsPage({ data, reply }: { data: SettingsPageData; reply: (ChangeReply & ThenSent) | undefined }) {
  const t = useT()
  const backHref = boardHref(data.at)
  if (reply?.stage === 'plan' && reply.saved !== undefined)
    return (
      <>
        <PageHeader kind={t('main:network.board.kind')} name={t('main:send.title')} />
        <Stack>
          <Notice tone="ok">{t('main:network.saved', { count: reply.saved })}</Notice>
          <SendReview reply={reply} action={sendingHref(data.at)} cancelHref={backHref} />
        </Stack>
      </>
    )
  return (
    <>
      <PageHeader kind={t('main:network.board.kind')} name={titleOf(data.devices, t)} />
      {reply?.stage === 'plan' ? (
        <SettingsReview reply={reply} data={data} cancelHref={backHref} />
      ) : data.tooMany ? (
        <TooManyNotice tooMany={data.tooMany} listHref={data.narrowHref} />
      ) : data.devices.length === 0 ? (
        <Section>
          <EmptyState
            title={t('main:network.settings.nothing')}
            actions={<ButtonLink href={backHref}>{t('main:network.settings.choose')}</ButtonLink>}
          >
            {t('main:network.settings.nothingText')}
          </EmptyState>
        </Section>
      ) : (
        <SettingsForm data={data} reply={formIn(reply)} cancelHref={backHref} />
      )}
    </>
  )
}

export function titleOf(devices: readonly { name: string }[], t: ReturnType<typeof useT>): string {
  const [only] = devices
  if (devices.length === 0) return t('main:network.board.kind')
  return devices.length === 1 && only
    ? t('main:network.settings.titleOne', { name: only.name })
    : t('main:network.settings.title', { count: devices.length })
}
