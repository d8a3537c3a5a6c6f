/** Sets the clocks of controllers to the present time; starts with the plan, since there is nothing to fill in. */
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
import { clocksSetting, planClocks } from './clocks.server'
import { loadSelectedControllers } from './selected-controllers.server'
import { boardHref, type ConfigurationPlace } from './shared/place'
import { boardPlaceIn } from './shared/place.server'
import { withProblemResponse } from './shared/settings.server'

export const handle = {
  title: (_, t) => t('main:change.configuration.setClocks'),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const own = address('clocksSetting', args.params)
  const { request } = args
  const reader = await readerFor(args, { capability: 'config.send' })
  const at: ConfigurationPlace = { ...own, ...boardPlaceIn(new URL(request.url).searchParams), kind: 'time' }
  const [customer, selection] = await Promise.all([
    ownCustomer(reader.read, own),
    loadSelectedControllers(reader, at, {
      request,
      change: 'configuration.setClocks',
      otherParams: ['kind', 'groupId', 'siteId'],
    }),
  ])
  const { ids, named, tooMany, narrowHref } = selection
  const plan =
    ids.length > 0
      ? await withProblemResponse(() => planClocks({ ...reader, read: reader.call }, own, { device: [...ids] }))
      : null
  const fields = ids.map((id) => ['device', id] as [string, string])
  const t = translator(reader.language)
  return {
    placeName: customer.name,
    first: plan && firstPlan('configuration.setClocks', plan, fields),
    tooMany,
    narrowHref,
    backHref: boardHref(at),
    crumbs: [
      { name: t('main:view.time'), href: boardHref(at) },
      { name: t('main:change.configuration.setClocks'), href: href('clocksSetting', own, named) },
    ],
    age: reader.age(),
  }
}

export function action(args: ActionFunctionArgs) {
  return mutate(args, clocksSetting(address('clocksSetting', args.params)))
}

export default function ClocksSetting() {
  const t = useT()
  const { placeName, first, tooMany, narrowHref, backHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:change.configuration.setClocks')} />
      {tooMany ? (
        <TooManyNotice tooMany={tooMany} listHref={narrowHref} />
      ) : first || reply ? (
        <PlanReview
          id="clocks"
          first={first}
          canEdit={false}
          cancelHref={backHref}
          words={{
            caption: t('main:time.setting.caption'),
            subjectTitle: t('entity.device'),
            apply: (count) => t('main:time.setting.apply', { count }),
          }}
        >
          {() => <p className="max-w-prose">{t('main:time.setting.text')}</p>}
        </PlanReview>
      ) : (
        <Section>
          <EmptyState
            title={t('main:configuration.settings.nothing')}
            offers={[{ label: t('main:time.board'), href: backHref }]}
          >
            {t('main:time.setting.choose')}
          </EmptyState>
        </Section>
      )}
    </Stack>
  )
}
