/** Whether the controller runs the saved document, as a notice; renders nothing while in sync. */
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { A } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { Stack } from '~/ui/page'
import { Time } from '~/ui/time'
import type { DocumentStatus } from './document-state.server'

const tones = { pendingSend: 'info', sending: 'info', failed: 'danger', deviceChanged: 'warn' } as const

export function DocumentState({ status }: { status: DocumentStatus }) {
  if (!status.controller) return <SyncNotice status={status} />
  return (
    <Stack>
      <SyncNotice status={status} />
      <ControllerNotices status={status} controller={status.controller} />
    </Stack>
  )
}

type Controller = NonNullable<DocumentStatus['controller']>

/** What is particular to a controller of another maker: whether it may be written, and what cannot be shown. */
function ControllerNotices({ status, controller }: { status: DocumentStatus; controller: Controller }) {
  const t = useT()
  const { isWritingOn, readAt, unreadable, writingHref } = controller
  return (
    <>
      {!readAt && <Notice tone="info" quiet title={t('main:schedule.there.notRead')} />}
      {!isWritingOn && (
        <Notice tone="info" quiet title={t('main:schedule.there.readOnly')}>
          <p>
            {t('main:schedule.there.readOnlyText')} {!writingHref && t('main:schedule.there.whoMay')}
          </p>
          {writingHref && <A href={writingHref}>{t('main:schedule.there.switchOn')}</A>}
        </Notice>
      )}
      {unreadable.length > 0 && (
        <Notice tone="warn" quiet title={t('main:schedule.there.unreadable', { count: unreadable.length })}>
          <ul className="list-disc ps-5">
            {unreadable.map(({ objectType, objectInstance, name, reason }) => (
              <li key={`${objectType} ${objectInstance}`}>
                <bdi>{name}</bdi> ({objectType} {objectInstance}): {t(`main:schedule.there.reason.${reason}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {readAt && (
        <p className="text-sm text-soft">
          {t('main:schedule.there.readAt')} <Time at={readAt} timeZone={status.timeZone} />
        </p>
      )}
    </>
  )
}

/** What the controller answered to the last save, by object; all others were written. */
function Deliveries({ deliveries }: Pick<Controller, 'deliveries'>) {
  const t = useT()
  if (deliveries.length === 0) return null
  return (
    <ul className="list-disc ps-5">
      {deliveries.map(({ objectType, objectInstance, name, outcome, part, answer }) => (
        <li key={`${objectType} ${objectInstance}`}>
          <bdi>{name}</bdi> ({objectType} {objectInstance}): {t(`main:schedule.there.outcome.${outcome}`)}
          {part && `, ${t(`main:schedule.there.part.${part as 'name'}`)}`}
          {answer && ` (${answerText(t, answer)})`}
        </li>
      ))}
    </ul>
  )
}

/** The words of controllers that people meet most; others are shown as they are. */
const answers = ['writeAccessDenied', 'valueOutOfRange', 'requestTooLong', 'notKept', 'inexpressible'] as const

function answerText(t: Translate, answer: string): string {
  const known = answers.find((one) => one === answer)
  return known ? t(`main:schedule.there.answer.${known}`) : answer
}

function SyncNotice({ status }: { status: DocumentStatus }) {
  const t = useT()
  const { syncState, lastSyncedAt, updatedAt, by, timeZone, controller } = status
  if (!syncState || syncState === 'inSync') return null
  const hasAnswers = controller !== null && controller.deliveries.length > 0
  const isKnown = Object.hasOwn(tones, syncState)
  return (
    <Notice tone={isKnown ? tones[syncState] : 'warn'} quiet title={t(`main:schedule.sync.${syncState}`)}>
      {isKnown && <p>{hasAnswers ? t('main:schedule.there.partly') : t(`main:schedule.syncText.${syncState}`)}</p>}
      {controller && <Deliveries {...controller} />}
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
