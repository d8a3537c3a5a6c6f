/** Acknowledges the selected alarms, or all that match a filter: plan first, then the result. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { reader } from '~/backend/reader.server'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { type FormReply, metaFields } from '~/change/plan'
import { grouped } from '~/change/posted'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { ownCustomer } from '~/screens/place/own-customer.server'
import { AcknowledgeFields } from '~/things/alarm/acknowledge-fields'
import { cameFrom, cameFromField } from '~/things/alarm/came-from'
import { AcknowledgeForm, choiceFields, choiceIn, choiceValues } from '~/things/alarm/choice'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Form } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { acknowledging } from './acknowledge.server'
import { budget } from './alarms-page.server'
import { Review } from './review'

export const handle = { title: (_, t) => t('main:change.alarm.acknowledge'), menu: 'alarms' } satisfies PageHandle<
  typeof loader
>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('alarmsAcknowledging', args.params)
  const page = await reader(args, { capability: 'alarm.ack', budget })
  const choice = choiceIn(new URL(args.request.url).searchParams)
  await ownCustomer(page.read, at)
  const t = translator(page.language)
  return {
    customerId: at.customerId,
    chosen: choice && choiceValues(choice),
    /** The fields of the form that are returned to the page; no others are. */
    ownFields: ['for', cameFromField, ...Object.keys(choiceFields)],
    listHref: href('customerAlarms', at, choice?.kind === 'all' ? choice.filter : {}),
    crumbs: [
      { name: t('main:view.alarms'), href: href('customerAlarms', at) },
      { name: t('main:alarm.acknowledgeOne'), href: href('alarmsAcknowledging', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('alarmsAcknowledging', args.params)
  const zone = ownTimeZone(args.request) ?? 'UTC'
  return mutate(args, { name: 'alarm.acknowledge', form: AcknowledgeForm, ...acknowledging({ ...at, zone }) })
}

export default function AcknowledgingPage() {
  const t = useT()
  const { chosen, listHref, customerId, ownFields } = useLoaderData<typeof loader>()
  const reply = useReply()
  const came = formIn(reply)
  const tooMany = came?.problem?.kind === 'tooMany' ? came.problem.tooMany : null
  const fields = came ? valuesOf(came.submission.initialValue, ownFields) : chosen
  const { for: span, ...hidden } = fields ?? {}
  const said = reply?.stage === 'plan' ? new Map(reply.fields).get(cameFromField) : hidden[cameFromField]
  const cancelHref = cameFrom([said].flat()[0], customerId) ?? listHref
  const head = <PageHeader name={t('main:change.alarm.acknowledge')} />
  if (reply?.stage === 'plan')
    return (
      <Stack>
        {head}
        <Review reply={reply} cancelHref={cancelHref} />
      </Stack>
    )
  return (
    <Stack>
      {head}
      <ErrorSummary problems={problemsOf(came)} />
      {tooMany ? <TooManyNotice tooMany={tooMany} listHref={cancelHref} /> : <FormNotices reply={came} />}
      {fields && Object.keys(hidden).length > 0 ? (
        <Section>
          <Form hidden={hidden}>
            <AcknowledgeFields
              note={came?.reason}
              span={[span].flat()[0]}
              noteError={came?.submission.error?.[metaFields.reason]?.[0]}
            />
          </Form>
        </Section>
      ) : (
        <EmptyState
          title={t('main:alarm.plan.choose')}
          actions={<ButtonLink href={cancelHref}>{t('main:view.alarms')}</ButtonLink>}
        >
          {t('main:alarm.plan.chooseText')}
        </EmptyState>
      )}
    </Stack>
  )
}

/** Returns the errors of the form by field name. */
function problemsOf(reply: FormReply | undefined): Record<string, string[]> {
  const found = Object.entries(reply?.submission.error ?? {})
  return Object.fromEntries(found.flatMap(([name, keys]) => (keys ? [[name, keys]] : [])))
}

/** Returns the submitted values of the given fields by name, a list as an array. */
function valuesOf(values: unknown, names: readonly string[]): Record<string, readonly string[] | string | undefined> {
  const posted = Object.entries((values ?? {}) as Record<string, unknown>).filter(([name]) => names.includes(name))
  return grouped(
    posted.flatMap(([name, value]) =>
      [value].flat().flatMap((one): [string, string][] => (typeof one === 'string' ? [[name, one]] : [])),
    ),
  )
}
