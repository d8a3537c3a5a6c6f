/** Restores the roles of several people as they were before a change, in one plan. */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { z } from 'zod'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { PlanForm } from '~/change/plan-form'
import { PutBackChooser } from '~/change/put-back-chooser'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { maxSelectedIds } from '~/domain/selection'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { PageHeader, Stack } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { planBulkAction } from './bulk-plan.server'
import { changeRolesInBulk } from './bulk-work.server'
import { deletePassedEnds, saveRoleEnds } from './role-ends.server'
import { rolePlanWords } from './role-names'
import { tenantNameOf } from './roles.server'
import { restoredRoles, restoreStatuses, rolesBefore } from './roles-restore.server'

export const handle = {
  title: (_, t) => t('main:user.bulk.back.title'),
  menu: 'users',
} satisfies PageHandle<typeof loader>

const SelectionForm = z.object({
  user: z.array(z.string().min(1).max(200)).max(maxSelectedIds).min(1, { error: 'errors:nothingChosen' }),
})

export async function loader(args: LoaderFunctionArgs) {
  const at = address('usersRolesPuttingBack', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.changeRoles') })
  const { tenantId } = at
  const [rows, tenantName] = await Promise.all([restoreStatuses(at, reader), tenantNameOf(reader, tenantId)])
  const t = translator(reader.language)
  return {
    rows,
    tenantName,
    changeHref: href('change', at),
    crumbs: [
      { name: t('main:view.users'), href: href('users', { tenantId }) },
      { name: t('main:change.back.crumb'), href: href('usersRolesPuttingBack', at) },
    ],
    age: reader.age(),
  }
}

export async function action(args: ActionFunctionArgs) {
  const at = address('usersRolesPuttingBack', args.params)
  const { tenantId } = at
  const zone = ownTimeZone(args.request) ?? 'UTC'
  return mutate(args, {
    name: 'user.changeRoles',
    about: { kind: 'tenant', id: tenantId, name: tenantId },
    form: SelectionForm,
    plan: async (context) =>
      planBulkAction(context, {
        tenantId,
        userIds: context.form.user,
        move: { kind: 'back', before: await rolesBefore(at, context), zone },
      }),
    async work(context) {
      const { assigned, ends } = restoredRoles(context.plan, await rolesBefore(at, context), zone)
      // A restored role has its previous end, unless that has passed.
      await deletePassedEnds(tenantId, assigned)
      await saveRoleEnds({ tenantId, zone, changeId: context.changeId }, ends)
      await changeRolesInBulk(context, tenantId)
      return undefined
    },
  })
}

export default function RolesPuttingBack() {
  const t = useT()
  const { rows, tenantName, changeHref } = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <Stack>
      <PageHeader
        name={t('main:user.bulk.back.title')}
        status={<span className="text-soft">{t('main:user.bulk.back.intro', { name: tenantName })}</span>}
      />
      {reply?.stage === 'plan' ? (
        <PlanForm
          reply={reply}
          words={{ ...rolePlanWords(t), apply: (count) => t('main:user.bulk.back.apply', { count }) }}
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
