/** The plan of a network save: current → new per controller, and what somebody else changed meanwhile. */
import { type InterfaceName, interfaceNames } from '#contracts/network-names'
import type { ChangeReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { originalName, type SettingName, settingPath, settingsOf, settingText } from '~/things/network/fields'
import { Notice } from '~/ui/notice'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import type { SettingsData } from './settings-form'
import { applyAndSend } from './stages'

type PlanReply = Extract<ChangeReply, { stage: 'plan' }>
type Chosen = SettingsData['devices'][number]

export function SettingsReview({
  reply,
  data,
  cancelHref,
}: {
  reply: PlanReply
  data: Pick<SettingsData, 'devices' | 'maySend'>
  cancelHref: string
}) {
  const t = useT()
  const count = reply.plan.rows.filter(({ effect }) => effect === 'change').length
  const words = {
    caption: t('main:network.plan.caption'),
    subjectTitle: t('entity.device'),
    apply: t('main:network.plan.apply', { count }),
    text: (key: string) => textOf(t, key),
  }
  const changed = reply.plan.rows.flatMap(({ effect, subject }) =>
    effect === 'change' ? data.devices.filter(({ id }) => id === subject.id) : [],
  )
  const further =
    data.maySend && changed.some(isSendable)
      ? { stage: applyAndSend, label: t('main:network.plan.applyAndSend', { count }) }
      : undefined
  return (
    <PlanForm
      reply={further ? withoutOffline(reply, changed) : reply}
      words={words}
      further={further}
      cancelHref={cancelHref}
    >
      {further && <Announced devices={changed} />}
      {reply.plan.notes?.includes('main:network.plan.changedMeanwhile') && <Conflict reply={reply} />}
    </PlanForm>
  )
}

/** Where it is announced who waits for the send, it is not noted a second time that somebody is offline. */
function withoutOffline(reply: PlanReply, changed: readonly Chosen[]): PlanReply {
  if (!changed.some((one) => isSendable(one) && !one.isConnected)) return reply
  const notes = reply.plan.notes?.filter((note) => note !== 'main:network.plan.offline')
  return { ...reply, plan: { ...reply.plan, notes } }
}

const isSendable = ({ isOnboarded, isSending }: Chosen) => isOnboarded && !isSending

/** What sending would do right after saving, controller by controller where it is not sent at once. */
function Announced({ devices }: { devices: readonly Chosen[] }) {
  const t = useT()
  const named = (some: readonly Chosen[]) => ({ count: some.length, names: some.map(({ name }) => name).join(', ') })
  const sendable = devices.filter(isSendable)
  const now = sendable.filter(({ isConnected }) => isConnected)
  const waiting = sendable.filter(({ isConnected }) => !isConnected)
  const busy = devices.filter(({ isOnboarded, isSending }) => isOnboarded && isSending)
  const notOnboarded = devices.filter(({ isOnboarded }) => !isOnboarded)
  const before = sendable.filter(({ isUnsent }) => isUnsent)
  return (
    <Notice tone="info" quiet title={t('main:network.plan.thenTitle')}>
      <ul className="list-disc ps-5">
        {now.length > 0 && <li>{t('main:network.plan.thenNow', { count: now.length })}</li>}
        {waiting.length > 0 && <li>{t('main:network.plan.thenWaits', named(waiting))}</li>}
        {busy.length > 0 && <li>{t('main:network.plan.thenBusy', named(busy))}</li>}
        {notOnboarded.length > 0 && <li>{t('main:network.plan.thenNot', named(notOnboarded))}</li>}
        {before.length > 0 && <li>{t('main:network.plan.thenBefore', named(before))}</li>}
        <li>{t('main:send.plan.drops')}</li>
      </ul>
    </Notice>
  )
}

/** A setting's name, a reason, or a note; a note may carry the settings it is about. */
function textOf(t: Translate, key: string): string {
  const setting = settingText(t, key)
  if (setting) return setting
  const [name, ...settings] = key.split(' ')
  const fields = settings.map((path) => settingText(t, path) ?? path).join(', ')
  return t(name as 'main:network.plan.overlooked', { fields })
}

/** Yours, theirs and the original of each setting that both changed. */
function Conflict({ reply }: { reply: PlanReply }) {
  const t = useT()
  const rows = conflicts(reply, t)
  if (rows.length === 0) return null
  return (
    <Section title={t('main:network.plan.conflict')} flush>
      <Table
        caption={t('main:network.plan.conflict')}
        rows={rows}
        rowKey={({ path }) => path}
        columns={[
          { key: 'field', title: t('difference.field'), isRowHeader: true, cell: ({ path }) => settingText(t, path) },
          {
            key: 'original',
            title: t('main:network.plan.original'),
            cell: ({ original }) => original ?? t('difference.empty'),
          },
          {
            key: 'theirs',
            title: t('main:network.plan.theirs'),
            cell: ({ theirs }) => theirs ?? t('difference.empty'),
          },
          { key: 'yours', title: t('main:network.plan.yours'), cell: ({ yours }) => yours ?? t('difference.empty') },
        ]}
      />
      <p className="border-t border-line px-4 py-2 text-soft">{t('main:network.plan.conflictText')}</p>
    </Section>
  )
}

function conflicts(reply: PlanReply, t: Translate) {
  const fields = reply.plan.rows[0]?.fields ?? []
  return fields.flatMap(({ name: path, from: theirs, to: yours }) => {
    const found = settingAt(path)
    const original = found && originalOf(reply, found.name, found.setting, t)
    return original === theirs ? [] : [{ path, original: original ?? null, theirs, yours }]
  })
}

function settingAt(path: string): { name: InterfaceName; setting: SettingName } | null {
  for (const name of interfaceNames) {
    const setting = settingsOf(name).find((one) => settingPath(name, one) === path)
    if (setting) return { name, setting }
  }
  return null
}

/** In words, as the plan's own columns are. */
function originalOf(reply: PlanReply, name: InterfaceName, setting: SettingName, t: Translate): string | null {
  const carried = reply.fields.flatMap(([field, value]) => (field === originalName(name, setting) ? [value] : []))
  if (carried.length === 0) return null
  if (setting === 'enabled' || setting === 'dhcpEnabled') return carried[0] === 'on' ? t('word.on') : t('word.off')
  if (setting !== 'interfaces') return carried[0] ?? null
  return carried.map((member) => t(`main:network.interface.${member as InterfaceName}`)).join(', ')
}
