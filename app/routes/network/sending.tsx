/** Sending saved network settings to controllers of a site: the plan, then the send; those that are offline wait (domain §5.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { site } from '#contracts/site'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { leadOnPosted } from '~/screens/list/lead-on.server'
import { crumbsOf } from '~/screens/place/crumbs'
import { atRightAddress } from '~/screens/place/right-address.server'
import type { PageHandle } from '~/ui/handle'
import { networkSend } from './sending.server'
import { SendingPage } from './sending-page'

export const handle = { title: (_, t) => t('main:send.title'), menu: 'customer' } satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('siteNetworkSending', args.params)
  const made = await reader(args, { capability: 'config.send' })
  const loading = made.read(site.getSite, { path: { id: at.siteId } })
  const { node, path } = await atRightAddress(
    { reader: made, name: 'siteNetworkSending', at, request: args.request },
    loading,
  )
  const t = translator(made.language)
  const self = { id: node.id, name: node.name, type: 'site' as const }
  return {
    at,
    siteName: node.name,
    crumbs: [
      ...crumbsOf(at, [...path, self], { name: t('main:network.board.crumb'), href: href('siteNetwork', at) }),
      { name: t('main:send.crumb'), href: href('siteNetworkSending', at) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('siteNetworkSending', args.params)
  await leadOnPosted(args.request, { settings: href('siteNetworkSettings', at) })
  return mutate(args, { name: 'configuration.send', ...networkSend(at) })
}

export default function SiteSending() {
  const { at, siteName } = useLoaderData<typeof loader>()
  return <SendingPage at={at} placeName={siteName} />
}
