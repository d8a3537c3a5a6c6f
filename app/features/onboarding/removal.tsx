/** Removing the identity of a controller: the effect, and a reason (domain §6.1). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { site } from '#contracts/site'
import { asPanel, readerFor } from '~/backend/reader.server'
import { firstPlan } from '~/change/first-plan.server'
import { mutate } from '~/change/mutate.server'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { PlanReview } from '~/kit/confirmation/plan-review'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { removalPlan } from './onboarding-plan.server'

export const handle = {
  title: (page, t) => t('main:onboarding.removal.title', { name: page.heading.name }),
  menu: 'onboarding',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('deviceOnboardingRemoval', args.params)
  const reader = await readerFor(args, { capability: 'device.onboard' })
  const [{ heading, crumbs }, plan] = await Promise.all([
    controllerAt(reader, { name: 'deviceOnboardingRemoval', at, request: args.request }),
    asPanel(removalPlan({ ...reader, read: reader.call }, at.deviceId)),
  ])
  const t = translator(reader.language)
  return {
    heading,
    // The form has no fields: the page starts with the plan. Without one, the POST reports the error.
    first: plan.ok ? firstPlan('device.offboard', plan.value, []) : null,
    crumbs: [
      ...crumbs,
      { name: t('main:view.onboarding'), href: href('deviceOnboarding', at) },
      { name: t('main:onboarding.remove'), href: href('deviceOnboardingRemoval', at) },
    ],
    backHref: href('deviceOnboarding', at),
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('deviceOnboardingRemoval', args.params)
  return mutate(args, {
    name: 'device.offboard',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    form: z.object({}),
    plan: (desk) => removalPlan(desk, at.deviceId),
    async work({ write }) {
      await write(site.removeOnboarding, { path: { id: at.deviceId } }, [at.deviceId])
      return href('deviceOnboarding', at)
    },
  })
}

export default function OnboardingRemoval() {
  const t = useT()
  const { heading, first, backHref } = useLoaderData<typeof loader>()
  const words = {
    caption: t('main:onboarding.removal.caption'),
    subjectTitle: t('entity.device'),
    apply: t('main:onboarding.removal.apply'),
  }
  return (
    <Stack>
      <PageHeader kind={t('entity.device')} name={t('main:onboarding.removal.title', { name: heading.name })} />
      <PlanReview id="removal" look="danger" words={words} canEdit={false} first={first} cancelHref={backHref}>
        {() => <p className="max-w-prose">{t('main:onboarding.removal.text')}</p>}
      </PlanReview>
    </Stack>
  )
}
