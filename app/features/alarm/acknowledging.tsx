/** Acknowledges the selected alarms, or all that match a filter: plan first, then the result. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { acknowledgementChange } from './acknowledge.server'
import { AcknowledgeFields } from './acknowledge-fields'
import { AcknowledgementReview } from './acknowledgement-review'
import { alarmBudgetMs } from './alarms-page.server'
import { AcknowledgeForm, alarmSelectionFields, alarmSelectionIn, alarmSelectionValues } from './selection'
import { returnList, returnListField } from './shared/return-list'

export const handle = { title: (_, t) => t('main:change.alarm.acknowledge'), menu: 'alarms' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('alarmsAcknowledging', args.params)
  const reader = await readerFor(args, { capability: 'alarm.ack', budgetMs: alarmBudgetMs })
  const choice = alarmSelectionIn(new URL(args.request.url).searchParams)
  await ownCustomer(reader.read, at)
  const t = translator(reader.language)
  return {
    customerId: at.customerId,
    chosen: alarmSelectionValues(choice),
    /** The fields of the form that post its selection and its list. */
    ownFields: [returnListField, ...Object.keys(alarmSelectionFields)],
    listHref: href('customerAlarms', at, choice?.kind === 'all' ? choice.filter : {}),
    crumbs: [
      { name: t('main:view.alarms'), href: href('customerAlarms', at) },
      { name: t('main:alarm.acknowledgeOne'), href: href('alarmsAcknowledging', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('alarmsAcknowledging', args.params)
  const zone = ownTimeZone(args.request) ?? 'UTC'
  return mutate(args, { name: 'alarm.acknowledge', form: AcknowledgeForm, ...acknowledgementChange({ ...at, zone }) })
}

export default function AcknowledgingPage() {
  const t = useT()
  const { chosen, listHref, customerId, ownFields } = useLoaderData<typeof loader>()
  const reply = useReply()
  const formReply = formIn(reply)
  const form = useChangeForm(formReply, { id: 'acknowledging', defaultValue: {} })
  const tooMany = formReply?.problem?.kind === 'tooMany' ? formReply.problem.tooMany : null
  const posted = Object.fromEntries(ownFields.map((name) => [name, form.valuesOf(name)]))
  const selection = formReply ? posted : chosen
  const origin = reply?.stage === 'plan' ? new Map(reply.fields).get(returnListField) : posted[returnListField]?.[0]
  const cancelHref = returnList(origin, customerId) ?? listHref
  return (
    <Stack>
      <PageHeader name={t('main:change.alarm.acknowledge')} />
      {reply?.stage === 'plan' ? (
        <AcknowledgementReview reply={reply} cancelHref={cancelHref} />
      ) : (
        <>
          <ErrorSummary problems={form.problems} />
          {tooMany ? <TooManyNotice tooMany={tooMany} listHref={cancelHref} /> : <FormNotices reply={formReply} />}
          {Object.values(selection).some((values) => values?.length) ? (
            <Section>
              <Form {...form.form} hidden={selection}>
                <AcknowledgeFields
                  note={formReply?.reason}
                  span={form.input('for').defaultValue}
                  noteError={form.errorOf(metaFields.reason)}
                />
              </Form>
            </Section>
          ) : (
            <EmptyState
              title={t('main:alarm.plan.choose')}
              offers={[{ label: t('main:view.alarms'), href: cancelHref }]}
            >
              {t('main:alarm.plan.chooseText')}
            </EmptyState>
          )}
        </>
      )}
    </Stack>
  )
}
