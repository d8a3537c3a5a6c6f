/** The page of settings: the form, its plan, and the plan of the send if only the save was completed. */

import type { ChangeReply } from '~/change/plan'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn } from '~/change/use-reply'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import type { SendAfterSave } from './save-and-send.server'
import { SendReview } from './send-review'
import { SettingsForm } from './settings-form'
import { SettingsReview } from './settings-review'
import { boardHref, sendingHref } from './shared/place'
import type { loadSettingsPage } from './shared/settings.server'

export type SettingsPageData = Awaited<ReturnType<typeof loadSettingsPage>>

export function SettingsPage({
  data,
  reply,
}: {
  data: SettingsPageData
  reply: (ChangeReply & SendAfterSave) | undefined
}) {
  const t = useT()
  const { kind } = data.at
  const backHref = boardHref(data.at)
  if (reply?.stage === 'plan' && reply.saved !== undefined)
    return (
      <>
        <PageHeader kind={t(`main:${kind}.title`)} name={t(`main:${kind}.send`)} />
        <Stack>
          <Notice tone="ok">{t('main:configuration.saved', { count: reply.saved })}</Notice>
          <SendReview reply={reply} action={sendingHref(data.at)} cancelHref={backHref} />
        </Stack>
      </>
    )
  return (
    <>
      <PageHeader kind={t(`main:${kind}.title`)} name={settingsTitle(data, t)} />
      {reply?.stage === 'plan' ? (
        <SettingsReview reply={reply} data={data} cancelHref={backHref} />
      ) : data.tooMany ? (
        <TooManyNotice tooMany={data.tooMany} listHref={data.narrowHref} />
      ) : data.devices.length === 0 ? (
        <Section>
          <EmptyState
            title={t('main:configuration.settings.nothing')}
            offers={[{ label: t('main:configuration.settings.choose'), href: backHref }]}
          >
            {t(`main:${kind}.choose`)}
          </EmptyState>
        </Section>
      ) : (
        <SettingsForm data={data} reply={formIn(reply)} cancelHref={backHref} />
      )}
    </>
  )
}

export function settingsTitle(
  { at: { kind }, devices }: Pick<SettingsPageData, 'at'> & { devices: readonly { name: string }[] },
  t: Translate,
): string {
  const [only] = devices
  if (!only) return t(`main:${kind}.title`)
  return devices.length === 1
    ? t(`main:${kind}.of`, { name: only.name })
    : t(`main:${kind}.ofMany`, { count: devices.length })
}
