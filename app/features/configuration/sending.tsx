/** Sends saved settings to controllers: the plan, then the send; offline controllers stay queued (domain §5.3). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { redirectPostedSelection } from '~/kit/list/redirect-selection.server'
import type { PageHandle } from '~/ui/handle'
import { configurationSend } from './sending.server'
import { SendingPage } from './sending-page'
import { cancellingSearch, sendingHref, settingsHref } from './shared/place'
import { loadConfigurationPlace, parseConfigurationPlace } from './shared/place.server'

export const handle = {
  title: ({ at }, t) => t(`main:${at.kind}.send`),
  menu: 'configuration',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = parseConfigurationPlace(args)
  const reader = await readerFor(args, { capability: 'config.send' })
  const place = await loadConfigurationPlace(reader, { at, page: 'sending', request: args.request })
  const own = { name: translator(reader.language)('main:send.crumb'), href: sendingHref(at) }
  return { at, placeName: place.name, crumbs: [...place.crumbs, own], age: reader.age() }
}

export async function action(args: ActionFunctionArgs) {
  const at = parseConfigurationPlace(args)
  const cancelling = href('sendsCancelling', at, cancellingSearch(at))
  const clocks = href('clocksSetting', at, cancellingSearch(at))
  await redirectPostedSelection(args.request, { settings: settingsHref(at), cancelling, clocks })
  return mutate(args, { name: 'configuration.send', ...configurationSend(at) })
}

export default function ConfigurationSending() {
  const { at, placeName } = useLoaderData<typeof loader>()
  return <SendingPage at={at} placeName={placeName} />
}
