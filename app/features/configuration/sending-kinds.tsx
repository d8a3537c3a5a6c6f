/** Sends the saved settings of several kinds to controllers of a site: the plan, then the send (domain §5.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { readerFor } from '~/backend/reader.server'
import { FormNotices } from '~/change/form-notices'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { locatePlace } from '~/kit/place/locate-place.server'
import { EmptyState } from '~/ui/empty-state'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Section, Stack } from '~/ui/page'
import { kindsSend } from './send-kinds.server'
import { SendReview } from './send-review'

export const handle = {
  title: (_, t) => t('main:change.configuration.send'),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteConfigurationSending', args.params)
  const reader = await readerFor(args, { capability: 'config.send' })
  const place = { kind: 'site', at, page: 'siteConfigurationSending', request: args.request } as const
  const { now, crumbs } = await locatePlace(reader, place, reader.read(site.getSite, { path: { id: at.siteId } }))
  const t = translator(reader.language)
  return {
    placeName: now.name,
    backHref: href('siteConfiguration', at),
    crumbs: [
      ...crumbs,
      { name: t('main:view.configuration'), href: href('siteConfiguration', at) },
      { name: t('main:send.crumb'), href: href('siteConfigurationSending', at) },
    ],
    age: reader.age(),
  }
}

export function action(args: ActionFunctionArgs) {
  const at = address('siteConfigurationSending', args.params)
  return mutate(args, { name: 'configuration.send', ...kindsSend(at) })
}

export default function SendingOfKinds() {
  const t = useT()
  const { placeName, backHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader kind={<bdi>{placeName}</bdi>} name={t('main:change.configuration.send')} />
      {reply?.stage === 'plan' ? (
        <SendReview reply={reply} cancelHref={backHref} />
      ) : (
        <>
          <FormNotices reply={formIn(reply)} />
          <Section>
            <EmptyState
              title={t('main:send.explain')}
              offers={[{ label: t('main:view.configuration'), href: backHref, isMain: true }]}
            >
              {t('main:send.kindsText')}
            </EmptyState>
          </Section>
        </>
      )}
    </Stack>
  )
}
