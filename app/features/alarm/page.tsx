/** One alarm: value and acknowledgement first, then its trend, related alarms, occurrences, notes and facts (domain §1). */
import './alarm.css'
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { ChangedNotice } from '~/change/changed-notice'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { acknowledgementSpans } from '~/domain/acknowledgement'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { useHistoryLink } from '~/kit/place/history'
import type { PageHandle } from '~/ui/handle'
import { actionLink, Head } from '~/ui/head'
import { Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { acknowledgementRows, sendAcknowledgements } from './acknowledge.server'
import { AlarmFacts } from './alarm-facts'
import { AlarmHead } from './alarm-head'
import { alarmPageData } from './alarm-page.server'
import { alarmsById } from './alarms-by-id.server'
import { alarmBudgetMs } from './alarms-page.server'
import { EarlierOccurrences } from './earlier'
import { History } from './history'
import { AlarmNotes } from './notes'
import { RelatedAlarms } from './related'
import { AlarmTrend } from './trend'

export const handle = { title: ({ alarm }) => alarm.message, menu: 'alarms' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('alarm', args.params)
  const reader = await readerFor(args, { capability: 'alarm.read', budgetMs: alarmBudgetMs })
  return { ...(await alarmPageData(reader, at, args.request)), formKey: newKey(), age: reader.age() }
}

export async function action(args: ActionFunctionArgs) {
  const at = { ...address('alarm', args.params), zone: ownTimeZone(args.request) ?? 'UTC' }
  return mutate(args, {
    name: 'alarm.acknowledge',
    about: { kind: 'alarm', id: at.alarmId, name: at.alarmId },
    options: { isDirect: true },
    form: z.object({ eTag: z.string().max(200).optional(), for: z.enum(acknowledgementSpans).optional() }),
    async plan({ read, form }) {
      const alarms = await alarmsById(read, [at.alarmId])
      const own = alarms.filter(({ customerId = at.customerId }) => customerId === at.customerId)
      if (own.length === 0) throw new ServiceError({ service: 'operations', status: 404 })
      const [row] = await acknowledgementRows(at, own, form.for ?? null)
      return { rows: row ? [row] : [] }
    },
    async work(context) {
      const { eTag, for: span } = context.form
      // The version that was shown when the person decided, not the current one.
      await sendAcknowledgements(context, at, { eTags: eTag ? { [at.alarmId]: eTag } : {}, span: span ?? null })
      return href('alarm', at, { changed: context.changeId })
    },
  })
}

export default function AlarmPage() {
  const t = useT()
  const trail = useHistoryLink('alarm')
  const data = useLoaderData<typeof loader>()
  const { at, alarm, timeZone } = data
  return (
    <Stack>
      <Head
        name={alarm.message}
        facts={[t('main:alarm.one')]}
        others={[
          actionLink(t('main:alarm.backToList'), data.backHref),
          actionLink(t('main:alarm.addNote'), data.noteHref),
        ]}
        more={[trail]}
      />
      <ChangedNotice tenantId={at.tenantId} />
      <AlarmHead
        alarm={alarm}
        eTag={data.eTag}
        formKey={data.formKey}
        isOpen={data.isOpen && data.mayAcknowledge}
        timeZone={timeZone}
      />
      <div className="alarm-columns">
        <Stack>
          <AlarmTrend at={at} alarm={alarm} trend={data.trend} spans={data.spans} timeZone={timeZone} />
          <History history={data.history} timeZone={timeZone} />
        </Stack>
        <Stack>
          <RelatedAlarms around={data.around} />
          <EarlierOccurrences earlier={data.earlier} timeZone={timeZone} />
          <AlarmNotes notes={data.notes} />
        </Stack>
      </div>
      <AlarmFacts alarm={alarm} timeZone={timeZone} />
    </Stack>
  )
}
