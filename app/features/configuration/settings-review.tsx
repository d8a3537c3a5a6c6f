/** The plan of a save of settings: current → new per controller, and concurrent changes of others. */
import type { ChangeReply } from '~/change/plan'
import { PlanForm } from '~/change/plan-form'
import { thingsText } from '~/change/plan-sentence'
import type { Translate } from '~/i18n/instance'
import { useT } from '~/i18n/use-t'
import { Section } from '~/ui/page'
import { Table } from '~/ui/table'
import { isSendable, SendPreviewNotice, withoutOfflineNote } from './send-preview'
import type { SettingsData } from './settings-form'
import { settingAt, settingText } from './shared/configuration'
import { originalName, type SettingField, settingValueText } from './shared/kind'
import { applyAndSend } from './stages'

type PlanReply = Extract<ChangeReply, { stage: 'plan' }>

export function SettingsReview({
  reply,
  data,
  cancelHref,
}: {
  reply: PlanReply
  data: Pick<SettingsData, 'at' | 'devices' | 'maySend'>
  cancelHref: string
}) {
  const t = useT()
  const rows = reply.plan.rows.filter(({ effect }) => effect === 'change')
  const things = thingsText(t, rows)
  const words = {
    caption: t('main:configuration.plan.caption'),
    subjectTitle: t('entity.device'),
    apply: t('main:configuration.plan.apply', { things }),
  }
  const changed = rows.flatMap(({ subject }) => data.devices.filter(({ id }) => id === subject.id))
  const count = changed.filter(isSendable).length
  const label =
    count < changed.length
      ? t('main:configuration.plan.applyAndSendSome', { things, count })
      : t('main:configuration.plan.applyAndSend', { things })
  const further = data.maySend && count > 0 ? { stage: applyAndSend, label } : undefined
  return (
    <PlanForm
      reply={further ? withoutOfflineNote(reply, changed) : reply}
      words={words}
      further={further}
      cancelHref={cancelHref}
    >
      {further && <SendPreviewNotice devices={changed} kind={data.at.kind} />}
      {reply.plan.notes?.includes('main:configuration.plan.changedMeanwhile') && <Conflict reply={reply} />}
    </PlanForm>
  )
}

/** Yours, theirs and the original of each setting that both changed. */
function Conflict({ reply }: { reply: PlanReply }) {
  const t = useT()
  const rows = conflicts(reply, t)
  if (rows.length === 0) return null
  return (
    <Section title={t('main:configuration.plan.conflict')} flush>
      <Table
        caption={t('main:configuration.plan.conflict')}
        rows={rows}
        rowKey={({ path }) => path}
        columns={[
          { key: 'field', title: t('difference.field'), isRowHeader: true, cell: ({ path }) => settingText(t, path) },
          {
            key: 'original',
            title: t('main:configuration.plan.original'),
            cell: ({ original }) => original ?? t('difference.empty'),
          },
          {
            key: 'theirs',
            title: t('main:configuration.plan.theirs'),
            cell: ({ theirs }) => theirs ?? t('difference.empty'),
          },
          {
            key: 'yours',
            title: t('main:configuration.plan.yours'),
            cell: ({ yours }) => yours ?? t('difference.empty'),
          },
        ]}
      />
      <p className="border-t border-line px-4 py-2 text-soft">{t('main:configuration.plan.conflictText')}</p>
    </Section>
  )
}

function conflicts(reply: PlanReply, t: Translate) {
  const fields = reply.plan.rows[0]?.fields ?? []
  return fields.flatMap(({ name: path, from: theirs, to: yours }) => {
    const field = settingAt(path)
    const original = field ? originalOf(reply, field, t) : null
    return original === theirs ? [] : [{ path, original, theirs, yours }]
  })
}

/** Returns the original value in words, as the columns of the plan show it. */
function originalOf(reply: PlanReply, field: SettingField, t: Translate): string | null {
  const originals = reply.fields.flatMap(([name, value]) => (name === originalName(field.input) ? [value] : []))
  const [first] = originals
  if (first === undefined) return null
  if (field.control === 'switch') return settingValueText(t, field, first === 'on')
  if (field.control === 'boxes') return settingValueText(t, field, originals)
  return settingValueText(t, field, field.control === 'lines' ? first.split(/\r?\n/) : first)
}
