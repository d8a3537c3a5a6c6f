/** Unlinks selected equipment from a controller: plan first. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { asPage, readerFor } from '~/backend/reader.server'
import { firstPlan } from '~/change/first-plan.server'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { resume } from '~/change/resume'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { controllerAt } from '~/features/device/shared/controller.server'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader, Section, Stack } from '~/ui/page'
import { LinkForm, planLinks, sendLinks } from './links.server'

export const handle = {
  title: (_, t) => t('main:equipment.unlinking.title'),
  menu: 'devices',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentUnlinking', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('equipment.unlink') })
  if (!reader.features.equipment) throw new Response(null, { status: 404 })
  const ids = new URL(args.request.url).searchParams.getAll('equipment').filter(Boolean)
  const [{ device, crumbs }, plan] = await Promise.all([
    controllerAt(reader, { name: 'equipmentUnlinking', at, request: args.request }),
    asPage(planLinks({ form: { equipment: ids }, read: reader.call }, at, false)),
  ])
  const fields = ids.map((id, index): [string, string] => [`equipment[${index}]`, id])
  return {
    device: device.name,
    first: plan.errors || plan.tooMany ? null : firstPlan('equipment.unlink', plan, fields),
    listHref: href('deviceAllEquipment', at),
    crumbs,
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('equipmentUnlinking', args.params)
  return mutate(args, {
    name: 'equipment.unlink',
    about: { kind: 'device', id: at.deviceId, name: at.deviceId },
    form: LinkForm,
    plan: (context) => planLinks(context, at, false),
    work: (context) => sendLinks(context, at, site.unlinkEquipment),
  })
}

export default function UnlinkingPage() {
  const t = useT()
  const { device, first, listHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  const formReply = formIn(reply)
  const plan = reply?.stage === 'plan' ? reply : first && resume(first, formReply)
  return (
    <Stack>
      <PageHeader kind={<bdi>{device}</bdi>} name={t('main:equipment.unlinking.title')} />
      {formReply && <FormNotices reply={formReply} />}
      {plan ? (
        <PlanForm
          reply={plan}
          canEdit={false}
          words={{
            caption: t('main:equipment.unlinking.caption'),
            subjectTitle: t('entity.equipment'),
            apply: (count) => t('main:equipment.unlinking.apply', { count }),
            text: (key) => (key === 'device' ? t('entity.device') : t(key as 'main:equipment.lost')),
          }}
          cancelHref={listHref}
        >
          <Notice tone="info" quiet>
            {t('main:equipment.unlinking.text')}
          </Notice>
        </PlanForm>
      ) : (
        <Section>
          <EmptyState
            title={t('main:equipment.unlinking.none')}
            actions={<ButtonLink href={listHref}>{t('main:equipment.unlinking.choose')}</ButtonLink>}
          />
        </Section>
      )}
    </Stack>
  )
}
