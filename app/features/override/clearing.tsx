/** Clears the selected overrides, or all that match a filter: plan first, then apply. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { problemResponse, readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { firstPlan } from '~/change/first-plan.server'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { resume } from '~/change/resume'
import { TooManyNotice } from '~/change/too-many-notice'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { address, href } from '~/hrefs'
import { errorText } from '~/i18n/error-text'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { parseFilter } from '~/kit/list/filter'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { PageHeader, Section, Stack } from '~/ui/page'
import { ClearingForm, clearSelected, planClearing, planSelection } from './clearing.server'
import { overrideFields } from './shared/filter'

export const handle = {
  title: (_, t) => t('main:override.clearing.title'),
  menu: 'overrides',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('overridesClearing', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('overrides.clear') })
  if (!reader.features.pointWrite) throw new Response(null, { status: 404 })
  const search = new URL(args.request.url).searchParams
  const isAll = search.has('all')
  const selection = isAll
    ? { override: [], filter: search.toString() }
    : { override: search.getAll('override').filter(Boolean), filter: null }
  const context = { ...reader, read: reader.call, files: {}, only: [] }
  const [customer, { plan, keys }] = await Promise.all([
    ownCustomer(reader.read, at),
    planSelection(context, at, selection).catch((error) => {
      throw error instanceof ServiceError ? problemResponse(error) : error
    }),
  ])
  const fields = keys.map((key, index): [string, string] => [`override[${index}]`, key])
  const t = translator(reader.language)
  return {
    customer: customer.name,
    tooMany: plan.tooMany ?? null,
    first: plan.tooMany || plan.errors ? null : firstPlan('overrides.clear', plan, fields),
    listHref: href('customerOverrides', at, isAll ? parseFilter(search, overrideFields) : {}),
    crumbs: [
      { name: t('main:view.overrides'), href: href('customerOverrides', at) },
      { name: t('main:override.clear'), href: href('overridesClearing', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('overridesClearing', args.params)
  return mutate(args, {
    name: 'overrides.clear',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    form: ClearingForm,
    plan: (context) => planClearing(context, at),
    async work(context) {
      await clearSelected(context)
      return undefined
    },
  })
}

export default function ClearingPage() {
  const t = useT()
  const { customer, first, tooMany, listHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const formReply = formIn(reply)
  const plan = reply?.stage === 'plan' ? reply : first && resume(first, formReply)
  return (
    <Stack>
      <PageHeader kind={<bdi>{customer}</bdi>} name={t('main:override.clearing.title')} />
      {formReply && <FormNotices reply={formReply} />}
      {plan ? (
        <PlanForm
          reply={plan}
          canEdit={false}
          words={{
            caption: t('main:override.clearing.caption'),
            subjectTitle: t('main:point.one'),
            apply: (count) => t('main:override.clearing.apply', { count }),
            text: (key) =>
              key.startsWith('level')
                ? t('main:override.clearing.level', { level: key.replace('level', '') })
                : key === 'missing'
                  ? t('main:override.clearing.missing')
                  : errorText(t, key),
          }}
          cancelHref={listHref}
        />
      ) : tooMany ? (
        <TooManyNotice tooMany={tooMany} listHref={listHref} />
      ) : (
        <Section>
          <EmptyState
            title={t('main:override.clearing.none')}
            actions={<ButtonLink href={listHref}>{t('main:override.clearing.choose')}</ButtonLink>}
          >
            {t('main:override.clearing.noneText')}
          </EmptyState>
        </Section>
      )}
    </Stack>
  )
}
