/** The effect of sending right after a save: sent at once, waiting for its controller, or saved only. */
import type { PlanReply } from '~/change/plan'
import { useT } from '~/i18n/use-t'
import { Notice } from '~/ui/notice'
import type { KindName } from './shared/kind'

/** A controller of a save, with what decides whether a send reaches it. */
export interface SaveTarget {
  id: string
  name: string
  isConnected: boolean
  isOnboarded: boolean
  isSending: boolean
  isUnsent: boolean
}

export const isSendable = ({ isOnboarded, isSending }: Pick<SaveTarget, 'isOnboarded' | 'isSending'>) =>
  isOnboarded && !isSending

/** Drops the note about offline controllers where the preview already lists them. */
export function withoutOfflineNote<Reply extends PlanReply>(reply: Reply, changed: readonly SaveTarget[]): Reply {
  if (!changed.some((one) => isSendable(one) && !one.isConnected)) return reply
  const notes = reply.plan.notes?.filter((note) => note !== 'main:configuration.plan.offline')
  return { ...reply, plan: { ...reply.plan, notes } }
}

/** Names every controller that is not sent to at once. */
export function SendPreviewNotice({ devices, kind }: { devices: readonly SaveTarget[]; kind: KindName }) {
  const t = useT()
  const countAndNames = (some: readonly SaveTarget[]) => ({
    count: some.length,
    names: some.map(({ name }) => name).join(', '),
  })
  const sendable = devices.filter(isSendable)
  const now = sendable.filter(({ isConnected }) => isConnected)
  const waiting = sendable.filter(({ isConnected }) => !isConnected)
  const busy = devices.filter(({ isOnboarded, isSending }) => isOnboarded && isSending)
  const notOnboarded = devices.filter(({ isOnboarded }) => !isOnboarded)
  const before = kind === 'adminUser' ? [] : sendable.filter(({ isUnsent }) => isUnsent)
  return (
    <Notice tone="info" quiet title={t('main:configuration.plan.thenTitle')}>
      <ul className="list-disc ps-5">
        {now.length > 0 && <li>{t('main:configuration.plan.thenNow', { count: now.length })}</li>}
        {waiting.length > 0 && <li>{t('main:configuration.plan.thenWaits', countAndNames(waiting))}</li>}
        {busy.length > 0 && <li>{t('main:configuration.plan.thenBusy', countAndNames(busy))}</li>}
        {notOnboarded.length > 0 && <li>{t('main:configuration.plan.thenNot', countAndNames(notOnboarded))}</li>}
        {before.length > 0 && <li>{t('main:configuration.plan.thenBefore', countAndNames(before))}</li>}
        {kind === 'network' && <li>{t('main:network.drops')}</li>}
      </ul>
    </Notice>
  )
}
