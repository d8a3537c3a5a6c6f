/** Cancels sends that wait for their controllers; starts with the plan, since there is nothing to fill in. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import { TooManyNotice } from '~/change/too-many-notice'
import { useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { loadSelectedControllers } from './selected-controllers.server'
import { kindNames } from './shared/kind'
import { boardHref, type ConfigurationPlace, cancellingSearch } from './shared/place'
import { boardPlaceIn, visibleKinds } from './shared/place.server'
import { withProblemResponse } from './shared/settings.server'
import { planCancel, sendsCancel } from './waiting-sends.server'

export const handle = {
  title: (_, t) => t('main:change.configuration.cancel'),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const own = address('sendsCancelling', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'config.send' })
  const search = new URL(request.url).searchParams
  const kind = kindNames.find((name) => name === (search.get('kind') ?? 'network'))
  if (!kind || !visibleKinds(reader).includes(kind)) throw new Response(null, { status: 404 })
  const at: ConfigurationPlace = { ...own, ...boardPlaceIn(search), kind }
  const [customer, selection] = await Promise.all([
    ownCustomer(reader.read, own),
    loadSelectedControllers(reader, at, {
      request,
      change: 'configuration.cancel',
      otherParams: ['kind', 'groupId', 'siteId'],
    }),
  ])
  const { ids, named, tooMany, narrowHref } = selection
  const plan =
    ids.length > 0
      ? await withProblemResponse(() => planCancel({ ...reader, read: reader.call }, own, { device: [...ids], kind }))
      : null
  const fields = [['kind', kind], ...ids.map((id) => ['device', id])] as [string, string][]
  const t = translator(reader.language)
  return {
    kind,
    placeName: customer.name,
    first: plan && firstPlan('configuration.cancel', plan, fields),
    tooMany,
    narrowHref,
    backHref: boardHref(at),
    crumbs: [
      { name: t(`main:view.${kind}`), href: boardHref(at) },
      {
        name: t('main:change.configuration.cancel'),
        href: href('sendsCancelling', own, { ...cancellingSearch(at), ...named }),
      },
    ],
    age: reader.age(),
  }
}

export function action(args: ActionFunctionArgs) {
  return mutate(args, sendsCancel(address('sendsCancelling', args.params)))
}

export default function SendsCancelling() {
  const t = useT()
  const { kind, placeName, first, tooMany, narrowHref, backHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:change.configuration.cancel')} />
      {tooMany ? (
        <TooManyNotice tooMany={tooMany} listHref={narrowHref} />
      ) : first || reply ? (
        <PlanReview
          id="cancelling"
          first={first}
          canEdit={false}
          cancelHref={backHref}
          words={{
            caption: t('main:send.cancel.caption'),
            subjectTitle: t('entity.device'),
            apply: (count) => t('main:send.cancel.apply', { count }),
          }}
        >
          {() => <p className="max-w-prose">{t('main:send.cancel.text')}</p>}
        </PlanReview>
      ) : (
        <Section>
          <EmptyState
            title={t('main:configuration.settings.nothing')}
            offers={[{ label: t(`main:${kind}.board`), href: backHref }]}
          >
            {t('main:send.cancel.choose')}
          </EmptyState>
        </Section>
      )}
    </Stack>
  )
}
