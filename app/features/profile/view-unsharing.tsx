/** Removes a shared view from its customer. The saved view of its author stays. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { ServiceError } from '~/backend/service-error'
import { FormNotices } from '~/change/form-notices'
import { newKey } from '~/change/idempotency.server'
import { mutate } from '~/change/mutate.server'
import { metaFields } from '~/change/plan'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { sharedViewById, unshareView } from '~/kit/list/shared-views.server'
import { ownCustomer } from '~/kit/place/own-customer.server'
import { Form, SubmitRow } from '~/ui/form'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'

export const handle = { title: (_, t) => t('main:change.view.unshare') } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('viewUnsharing', args.params)
  const reader = await readerFor(args, { capability: 'customer.update' })
  await ownCustomer(reader.read, at)
  const shared = await sharedViewById(at, at.viewId)
  if (!shared) throw new Response(null, { status: 404 })
  return {
    name: shared.name,
    author: shared.author,
    backHref: href('ownLists', {}, { list: shared.list }),
    formKey: newKey(),
    crumbs: [{ name: translator(reader.language)('main:change.view.unshare'), href: href('viewUnsharing', at) }],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('viewUnsharing', args.params)
  return mutate(args, {
    name: 'view.unshare',
    about: { kind: 'customer', id: at.customerId, name: at.customerId },
    options: { isDirect: true, removes: true },
    form: z.object({}),
    async plan({ read }) {
      const customer = await ownCustomer(read, at)
      const shared = await sharedViewById(at, at.viewId)
      if (!shared) throw new ServiceError({ service: 'site', status: 404 })
      return {
        rows: [
          {
            subject: { kind: 'customer', id: customer.id, name: customer.name },
            customerId: at.customerId,
            effect: 'change',
            fields: [{ name: 'sharedView', from: shared.name, to: null }],
            before: { sharedView: shared.name },
            after: { sharedView: null },
          },
        ],
      }
    },
    async work() {
      await unshareView(at, at.viewId)
      return href('customer', at)
    },
  })
}

export default function ViewUnsharing() {
  const t = useT()
  const { name, author, backHref, formKey } = useLoaderData<typeof loader>()
  const reply = formIn(useReply())
  return (
    <Stack>
      <PageHeader name={t('main:change.view.unshare')} />
      <Section>
        <FormNotices reply={reply} />
        <p>
          <bdi>{name}</bdi> <span className="text-soft">{t('views.sharedBy', { name: author })}</span>
        </p>
        <Form hidden={{ [metaFields.key]: reply?.key ?? formKey, [metaFields.stage]: 'apply' }}>
          <SubmitRow label={t('main:profile.lists.unshare')} cancelHref={backHref} />
        </Form>
      </Section>
    </Stack>
  )
}
