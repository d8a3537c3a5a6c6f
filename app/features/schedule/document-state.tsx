/** Whether the controller runs the saved document, as a notice; renders nothing while in sync. */
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import { Time } from '~/ui/time'
import type { DocumentStatus } from './document-state.server'

const tones = { pendingSend: 'info', sending: 'info', failed: 'danger', deviceChanged: 'warn' } as const

export function DocumentState({ status }: { status: DocumentStatus }) {
  const t = useT()
  const { syncState, lastSyncedAt, updatedAt, by, timeZone } = status
  if (!syncState || syncState === 'inSync') return null
  const isKnown = Object.hasOwn(tones, syncState)
  return (
    <Notice tone={isKnown ? tones[syncState] : 'warn'} quiet title={t(`main:schedule.sync.${syncState}`)}>
      {isKnown && <p>{t(`main:schedule.syncText.${syncState}`)}</p>}
      <p className="text-sm text-soft">
        {updatedAt && (
          <>
            {by ? t('main:schedule.savedBy', { name: by }) : t('main:schedule.changedThere')}{' '}
            <Time at={updatedAt} timeZone={timeZone} />
          </>
        )}
        {lastSyncedAt && (
          <>
            {' · '}
            {t('main:schedule.lastSynced')} <Time at={lastSyncedAt} timeZone={timeZone} />
          </>
        )}
      </p>
    </Notice>
  )
}

/** For a controller without a host id: its schedules can be neither read nor saved. */
export function NotOnboarded() {
  const t = useT()
  return (
    <Notice tone="info" quiet title={t('main:schedule.notOnboarded')}>
      {t('main:schedule.notOnboardedText')}
    </Notice>
  )
}
