/** One alarm: state, location, occurrences, notes and acknowledgement (domain §1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { reader } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { ChangedNotice } from '~/change/changed-notice'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { spans } from '~/domain/acknowledgement'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { useHistoryOffer } from '~/screens/place/history'
import { namedAlarms } from '~/things/alarm/named.server'
import { AlarmState } from '~/things/alarm/states'
import type { PageHandle } from '~/ui/handle'
import { Head, offer } from '~/ui/head'
import { Columns, Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { rowsOf, sendAcknowledgements } from './acknowledge.server'
import { AcknowledgeSection } from './acknowledge-section'
import { AlarmFacts } from './alarm-facts'
import { alarmOnPage } from './alarm-page.server'
import { budget } from './alarms-page.server'
import { History } from './history'
import { Notes } from './notes'

export const handle = { title: ({ alarm }) => alarm.message, menu: 'alarms' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('alarm', args.params)
  const made = await reader(args, { capability: 'alarm.read', budget })
  return { ...(await alarmOnPage(made, at, args.request)), formKey: newKey(), age: made.age() }
}

export async function action(args: ActionFunctionArgs) {
  const at = { ...address('alarm', args.params), zone: ownTimeZone(args.request) ?? 'UTC' }
  return mutate(args, {
    name: 'alarm.acknowledge',
    about: { kind: 'alarm', id: at.alarmId, name: at.alarmId },
    isDirect: true,
    form: z.object({ eTag: z.string().max(200).optional(), for: z.enum(spans).optional() }),
    async plan({ read, form }) {
      const alarms = await namedAlarms(read, [at.alarmId])
      const own = alarms.filter(({ customerId = at.customerId }) => customerId === at.customerId)
      if (own.length === 0) throw new ServiceError({ service: 'operations', status: 404 })
      const [row] = await rowsOf(at, own, form.for ?? null)
      return { rows: row ? [row] : [] }
    },
    async work(desk) {
      const { eTag, for: span } = desk.form
      // The version that was shown when the person decided, not the current one.
      await sendAcknowledgements(desk, at, { eTags: eTag ? { [at.alarmId]: eTag } : {}, span: span ?? null })
      return href('alarm', at, { changed: desk.changeId })
    },
  })
}

export default function AlarmPage() {
  const t = useT()
  const trail = useHistoryOffer('alarm')
  const {
    at,
    alarm,
    backHref,
    noteHref,

    history,
    notes,
    eTag,
    mayAcknowledge,
    isOpen,
    formKey,
    timeZone,
  } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <Head
        name={alarm.message}
        facts={[t('main:alarm.one'), <AlarmState key="state" alarm={alarm} />]}
        others={[offer(t('main:alarm.backToList'), backHref), offer(t('main:alarm.addNote'), noteHref)]}
        more={[trail]}
      />
      <ChangedNotice tenantId={at.tenantId} />
      <Columns>
        <Stack>
          <AlarmFacts alarm={alarm} timeZone={timeZone} />
          <History history={history} timeZone={timeZone} />
        </Stack>
        <Stack>
          <AcknowledgeSection eTag={eTag} formKey={formKey} isOpen={isOpen && mayAcknowledge} />
          <Notes notes={notes} />
        </Stack>
      </Columns>
    </Stack>
  )
}
