/** A note on an alarm. No service stores it: it is an entry in the audit trail, where the alarm's page reads it. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ErrorSummary } from '~/ui/error-summary'
import { TextArea } from '~/ui/field'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { readAlarm } from './alarm-page.server'
import { alarmsById } from './alarms-by-id.server'
import { alarmBudgetMs } from './alarms-page.server'
import { alarmSubject } from './subject'

export const handle = { title: (_, t) => t('main:change.alarm.note'), menu: 'alarms' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('alarmNote', args.params)
  const reader = await readerFor(args, { capability: 'alarm.ack', budgetMs: alarmBudgetMs })
  const alarm = await readAlarm(reader, at)
  const { name } = alarmSubject(alarm)
  const t = translator(reader.language)
  return {
    name,
    alarmHref: href('alarm', at),
    formKey: newKey(),
    crumbs: [
      { name: t('main:view.alarms'), href: href('customerAlarms', at) },
      { name, href: href('alarm', at) },
      { name: t('main:alarm.note'), href: href('alarmNote', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('alarmNote', args.params)
  return mutate(args, {
    name: 'alarm.note',
    about: { kind: 'alarm', id: at.alarmId, name: at.alarmId },
    options: { isDirect: true },
    form: z.object({}),
    async plan({ read }) {
      const alarm = (await alarmsById(read, [at.alarmId])).find(
        ({ customerId = at.customerId }) => customerId === at.customerId,
      )
      if (!alarm) throw new ServiceError({ service: 'operations', status: 404 })
      const row = { subject: alarmSubject(alarm), customerId: alarm.customerId, effect: 'change' as const, fields: [] }
      return { rows: [row] }
    },
    // The trail entry is the note; there is nothing to send.
    work: async ({ changeId }) => href('alarm', at, { changed: changeId }),
  })
}

export default function NotePage() {
  const t = useT()
  const { name, alarmHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'note', defaultValue: {} })
  return (
    <Stack>
      <PageHeader kind={<bdi>{name}</bdi>} name={t('main:change.alarm.note')} />
      <Section>
        <ErrorSummary problems={form.problems} />
        <FormNotices reply={reply} />
        <Form {...form.form} hidden={{ [metaFields.key]: reply?.key ?? formKey, [metaFields.stage]: 'apply' }}>
          <TextArea
            name={metaFields.reason}
            label={t('main:alarm.note')}
            hint={t('field.reasonHint')}
            rows={3}
            maxLength={500}
            defaultValue={reply?.reason}
            error={form.errorOf(metaFields.reason)}
          />
          <SubmitRow label={t('main:alarm.saveNote')} cancelHref={alarmHref} />
        </Form>
      </Section>
    </Stack>
  )
}
