/** `/`: leads to where the person was last; else offers the tenants, or says why there is nothing to open (spec §4). */
import { type LoaderFunctionArgs, redirect } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { tenant } from '#contracts/tenant'
import { type Reader, reader } from '~/backend/reader.server'
import type { CurrentUser } from '~/domain/current-user'
import { href } from '~/hrefs'
import type { PageHandle } from '~/ui/handle'
import { SignedInFrame } from './frame'
import { frameData } from './frame.server'
import { enterable, lastPlace, readerAt } from './last-place.server'
import { NoAccess, type Nobody } from './no-access'
import { TenantChooser, type TenantRow, type TenantsToChoose } from './tenant/chooser'

export const handle = {
  title: (data, t) => t(data.tenants ? 'main:home.title' : 'main:home.noAccess.title'),
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const made = await reader(args)
  const query = new URL(args.request.url).searchParams
  const here = lastPlace(made)
  if (here.role === 'no-access' || !here.tenantId) {
    return { frame: await frameData(made, {}), tenants: null, person: nobody(made) }
  }
  if (!query.has('choose')) {
    const to = await leadTo(made, here)
    if (to) throw redirect(to)
  }
  const tenants = await tenantsFor(made, query)
  if (tenants.total === 1 && !made.person.isSuper) throw redirect(href('tenant', { tenantId: here.tenantId }))
  return { frame: await frameData(readerAt(made, here), {}), tenants, person: null }
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

async function tenantsFor(made: Reader, query: URLSearchParams): Promise<TenantsToChoose> {
  const search = query.get('q')?.trim().slice(0, 200) ?? ''
  if (!made.person.isSuper) {
    const rows = enterable(made.person).map(({ tenantId, name }) => ({ id: tenantId, name }))
    return { rows, total: rows.length, search: null, firstHref: undefined, nextHref: undefined }
  }
  const after = query.get('after')
  const answer = await made.page(tenant.listTenants, {
    query: { pageSize: 50, search: search || undefined, continuationToken: after ?? undefined },
  })
  const kept = { choose: 1, q: search }
  return {
    rows: answer.reply.map(
      ({ id, name, tenantId, domains, totalUsers, onboardingStatus, isDisabled }): TenantRow => ({
        id,
        name,
        code: tenantId,
        domains,
        totalUsers,
        onboardingStatus,
        isDisabled,
      }),
    ),
    total: answer.totalCount ?? undefined,
    search,
    firstHref: after ? href('home', {}, kept) : undefined,
    nextHref: answer.continuationToken ? href('home', {}, { ...kept, after: answer.continuationToken }) : undefined,
  }
}

function nobody({ session, person }: Reader): Nobody {
  const { name, email, username } = session.person
  return { name, email, username, tenants: person.info.tenants.map((one) => one.name) }
}

export default function Home() {
  const { frame, tenants, person } = useLoaderData<typeof loader>()
  return (
    <SignedInFrame data={frame}>
      {tenants ? <TenantChooser {...tenants} /> : <NoAccess person={person} />}
    </SignedInFrame>
  )
}
