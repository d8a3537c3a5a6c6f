/** Restores the roles of several people as they were before a change, in one plan. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { tenant } from '#contracts/tenant'
import { reader } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { PutBackChooser } from '~/change/put-back-chooser'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { mostNamed } from '~/domain/selection'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import { changeTogether } from '~/things/user/bulk-work.server'
import { forgetPassedEnds, keepRoleEnds } from '~/things/user/role-ends.server'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { planMove } from './bulk-plan.server'
import { PeoplePlan } from './people-plan'
import { heldBefore, rolesBack, standingsOf } from './putting-back.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.back.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

const Chosen = z.object({
  user: z.array(z.string().min(1).max(200)).max(mostNamed).min(1, { error: 'errors:nothingChosen' }),
})

export async function loader(args: LoaderFunctionArgs) {
  const at = address('usersRolesPuttingBack', args.params)
  const made = await reader(args, { capability: capabilitiesFor('user.changeRoles') })
  const { tenantId } = at
  const [rows, customers, { name: tenantName }] = await Promise.all([
    standingsOf(at, made),
    made.panel(tenant.listCustomerPermissions, { path: { id: tenantId } }),
    made.read(tenant.getTenant, { path: { id: tenantId } }),
  ])
  const t = translator(made.language)
  return {
    rows,
    tenantName,
    customerNames: Object.fromEntries(
      (customers.ok ? customers.value : []).map(({ customerId, customerName = customerId }) => [
        customerId,
        customerName,
      ]),
    ),
    changeHref: href('change', at),
    crumbs: [
      { name: t('main:view.users'), href: href('users', { tenantId }) },
      { name: t('main:change.back.crumb'), href: href('usersRolesPuttingBack', at) },
    ],
    age: made.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('usersRolesPuttingBack', args.params)
  const { tenantId } = at
  const zone = ownTimeZone(args.request) ?? 'UTC'
  return mutate(args, {
    name: 'user.changeRoles',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: Chosen,
    plan: async (desk) =>
      planMove(desk, { tenantId, move: { kind: 'back', before: await heldBefore(at, desk), zone } }),
    async work(desk) {
      const { given, kept } = rolesBack(desk.plan, await heldBefore(at, desk), zone)
      // A restored role has its previous end, unless that has passed.
      await forgetPassedEnds(tenantId, given)
      await keepRoleEnds({ tenantId, zone, changeId: desk.changeId }, kept)
      await changeTogether(desk, tenantId)
      return undefined
    },
  })
}

export default function RolesPuttingBack() {
  const t = useT()
  const { rows, tenantName, customerNames, changeHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader
        name={t('main:user.bulk.back.title')}
        status={<span className="text-soft">{t('main:user.bulk.back.intro', { name: tenantName })}</span>}
      />
      {reply?.stage === 'plan' ? (
        <PeoplePlan
          reply={reply}
          names={{ tenantName, customerNames }}
          apply={(count) => t('main:user.bulk.back.apply', { count })}
          canEdit
          look="primary"
          cancelHref={changeHref}
        />
      ) : (
        <PutBackChooser
          field="user"
          rows={rows}
          caption={t('main:user.bulk.back.caption')}
          subjectTitle={t('main:user.roles.person')}
          reply={formIn(reply)}
          cancelHref={changeHref}
        />
      )}
    </Stack>
  )
}
