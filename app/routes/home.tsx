/** `/`: leads to where the person was last, else to the tenants; or says why there is nothing to open (spec §4). */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { type Reader, reader } from '~/backend/reader.server'
import type { CurrentUser } from '~/domain/current-user'
import { href } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { SignedInFrame } from './frame'
import { frameData } from './frame.server'
import { enterable, lastPlace } from './last-place.server'
import { NoAccess, type Nobody } from './no-access'

export const handle = {
  title: (_, t) => t('main:home.noAccess.title'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args)
  const query = new URL(args.request.url).searchParams
  const here = lastPlace(made)
  if (here.role === 'no-access' || !here.tenantId) {
    return { frame: await frameData(made, {}), person: nobody(made) }
  }
  const to = query.has('choose') ? null : await leadTo(made, here)
  throw redirect(to ?? choice(made, here, query))
}

/** Where to choose a tenant; straight into the only one there is. */
function choice({ person }: Reader, here: CurrentUser, query: URLSearchParams): string {
  const isOnly = !person.isSuper && enterable(person).length === 1
  return isOnly && here.tenantId
    ? href('tenant', { tenantId: here.tenantId })
    : href('tenants', {}, { q: query.get('q')?.slice(0, 200) })
}

/** The customer of the last visit, else the only one, else the tenant; a super-admin who was nowhere yet chooses. */
async function leadTo(made: Reader, here: CurrentUser): Promise<string | null> {
  const tenantId = here.tenantId as string
  const customerId = here.customerId ?? (here.customers.length === 1 ? here.customers[0]?.id : null)
  if (customerId && (await isThere(made, { tenantId, customerId }))) return href('customer', { tenantId, customerId })
  return made.person.isSuper && made.session.lastTenantId !== tenantId ? null : href('tenant', { tenantId })
}

/** A super-admin's last customer is not among those known of them: whether it still exists has to be asked. */
async function isThere({ person, panel }: Reader, at: { tenantId: string; customerId: string }): Promise<boolean> {
  if (!person.isSuper) return true
  const found = await panel(tenant.getCustomer, { path: { id: at.customerId } })
  return found.ok && found.value.tenantId === at.tenantId
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
