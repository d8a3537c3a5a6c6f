/** `/`: redirects to the last place, otherwise to the tenants; explains when nothing is accessible (spec §4). */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { type Reader, reader } from '~/backend/reader.server'
import { languageAskedFor } from '~/i18n/i18n.server'
import { firstPage } from '~/screens/frame/first-page.server'
import { SignedInFrame } from '~/screens/frame/frame'
import { frameData } from '~/screens/frame/frame.server'
import type { PageHandle } from '~/ui/handle'
import { NoAccess, type Nobody } from './no-access'

export const handle = {
  title: (_, t) => t('main:home.noAccess.title'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args)
  const to = await firstPage(made, new URL(args.request.url).searchParams)
  if (to === null) return { frame: await frameData(made, {}), person: nobody(made) }
  // The target page stores the requested language.
  const asked = languageAskedFor(args.request)
  throw redirect(asked ? `${to}${to.includes('?') ? '&' : '?'}lng=${asked}` : to)
}

function nobody({ session, person }: Reader): Nobody {
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
