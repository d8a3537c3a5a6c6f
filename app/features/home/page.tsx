/** `/`: redirects to the last place, otherwise to the tenants; explains when nothing is accessible (spec §4). */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Reader, readerFor } from '~/backend/reader.server'
import { languageFromUrl } from '~/i18n/i18n.server'
import { firstPage } from '~/kit/frame/first-page.server'
import { SignedInFrame } from '~/kit/frame/frame'
import { frameData } from '~/kit/frame/frame.server'
import type { PageHandle } from '~/ui/handle'
import { NoAccess, type PersonWithoutAccess } from './no-access'

export const handle = {
  title: (_, t) => t('main:home.noAccess.title'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const reader = await readerFor(args)
  const to = await firstPage(reader, new URL(args.request.url).searchParams)
  if (to === null) return { frame: await frameData(reader, {}), person: personWithoutAccess(reader) }
  // The target page stores the requested language.
  const language = languageFromUrl(args.request)
  throw redirect(language ? `${to}${to.includes('?') ? '&' : '?'}lng=${language}` : to)
}

function personWithoutAccess({ session, person }: Reader): PersonWithoutAccess {
  const { name, email, username } = session.person
  return { name, email, username, tenants: person.info.tenants.map((one) => one.name) }
}

export default function Home() {
  const { frame, person } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      <NoAccess person={person} />
    </SignedInFrame>
  )
}
