/** Resolves selected faults, or all that match a filter: resolution, then plan (domain §2.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { problemResponse, readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { useChangeForm } from '~/change/change-form'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { parseFilter } from '~/kit/list/filter'
import { ViewTable } from '~/kit/list/list'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { EmptyState } from '~/ui/empty-state'
import { ErrorSummary } from '~/ui/error-summary'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { faultView } from './columns'
import { faultBudgetMs } from './faults.server'
import { ResolutionFields } from './resolution-fields'
import {
  planResolution,
  type ResolutionLabel,
  ResolvingForm,
  selectedFaults,
  sendResolutions,
} from './resolving.server'
import { faultFields } from './shared/filter'
import { faultRow } from './shared/row'

export const handle = {
  title: (data, t) => t('main:fault.resolving.title', { count: data.total }),
  menu: 'faults',
} satisfies PageHandle<typeof loader>

/** The maximum number of rows shown; the plan lists them all. */
const maxRows = 50

export async function loader(args: LoaderFunctionArgs) {
  const at = address('faultsResolving', args.params)
  const page = await readerFor(args, { capability: 'fault.resolve', budgetMs: faultBudgetMs })
  if (!page.features.faults) throw new Response(null, { status: 404 })
  const search = new URL(args.request.url).searchParams
  const zone = ownTimeZone(args.request) ?? 'UTC'
  const choice = {
    fault: search.getAll('fault').filter(Boolean),
    all: search.has('all'),
    filter: search.toString(),
    zone,
  }
  const [customer, selection] = await Promise.all([
    ownCustomer(page.read, at),
    selectedFaults(page, at, choice).catch((error) => {
      throw error instanceof ServiceError ? problemResponse(error) : error
    }),
  ])
  const t = translator(page.language)
  const [only] = selection.things.length === 1 && choice.fault.length === 1 ? selection.things : []
  return {
    customer: customer.name,
    rows: selection.things.slice(0, maxRows).map((fault) => faultRow(at, fault)),
    total: selection.things.length,
    tooMany: selection.tooMany,
    choice: choice.all ? { all: '1', filter: choice.filter, zone } : { fault: choice.fault },
    listHref: only
      ? href('fault', { ...at, faultId: only.id })
      : href('customerFaults', at, choice.all ? parseFilter(search, faultFields) : {}),
    crumbs: [
      { name: t('main:view.faults'), href: href('customerFaults', at) },
      { name: t('main:fault.resolving.short'), href: href('faultsResolving', at) },
    ],
    age: page.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('faultsResolving', args.params)
  return mutate(args, {
    name: 'fault.resolve',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: ResolvingForm,
    plan: (context) => planResolution(context, at),
    async work(context) {
      await sendResolutions(context)
      const [only] = context.plan.rows
      if (context.plan.rows.length > 1 || !only) return undefined
      return href('fault', { ...at, faultId: only.subject.id }, { changed: context.changeId })
    },
  })
}

export default function ResolvingPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{data.customer}</bdi>} name={t('main:fault.resolving.title', { count: data.total })} />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{
            caption: t('main:fault.resolving.caption'),
            subjectTitle: t('main:fault.one'),
            fieldTitle: t('main:fault.resolving.what'),
            apply: (count) => t('main:fault.resolving.apply', { count }),
            text: (key) =>
              key === 'status' || key === 'comment'
                ? t(`main:fault.field.${key}`)
                : key.includes(':')
                  ? errorText(t, key)
                  : t(`main:fault.resolving.${key as ResolutionLabel}`),
          }}
          cancelHref={data.listHref}
        />
      ) : (
        <Resolve />
      )}
    </Stack>
  )
}

/** The form of the resolution, with the selected faults. */
function Resolve() {
  const t = useT()
  const { rows, total, tooMany, choice, listHref } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  const form = useChangeForm(reply, { id: 'resolve', defaultValue: {} })
  if (tooMany && !reply) return <TooManyNotice tooMany={tooMany} listHref={listHref} />
  if (total === 0 && !tooMany)
    return (
      <Section>
        <EmptyState
          title={t('main:fault.resolving.none')}
          actions={<ButtonLink href={listHref}>{t('main:fault.resolving.choose')}</ButtonLink>}
        >
          {t('main:fault.resolving.noneText')}
        </EmptyState>
      </Section>
    )
  return (
    <>
      <ErrorSummary problems={form.problems} />
      {tooMany ? <TooManyNotice tooMany={tooMany} listHref={listHref} /> : <FormNotices reply={reply} />}
      <Section>
        <Form {...form.form} hidden={{ ...form.form.hidden, ...choice }}>
          <ResolutionFields input={form.input} />
          <SubmitRow label={t('action.review')} cancelHref={listHref} />
        </Form>
      </Section>
      {total > 0 && (
        <Section title={t('count.faults', { count: total })} flush>
          <ViewTable view={faultView} caption={t('main:fault.resolving.chosen')} rows={rows} />
          {total > rows.length && (
            <p className="border-t border-line px-4 py-2 text-sm text-soft">
              {t('table.shown', { shown: rows.length, total })}
            </p>
          )}
        </Section>
      )}
    </>
  )
}
