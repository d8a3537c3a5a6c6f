/** Changes the roles of a person: select, review, apply (spec §4, §6; domain §16). */
import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { mutate } from '~/change/mutate.server'
import { formIn, useReply } from '~/change/use-reply'
import { capabilitiesFor } from '~/changes'
import { address, href } from '~/hrefs'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { ButtonLink } from '~/ui/link'
import { Notice } from '~/ui/notice'
import { PageHeader } from '~/ui/page'
import { ownTimeZone } from '~/ui/time-zone.server'
import { applyRoleChange, planRoles, RoleChangeForm } from './role-change.server'
import { type RolesPageData, rolesPageData } from './role-choices.server'
import { RolesForm } from './roles-form'
import { RolesPlan } from './roles-plan'

export const handle = {
  title: (data, t) => t('main:user.roles.title', { name: data.user.name }),
  menu: 'users',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('userRoles', args.params)
  const reader = await readerFor(args, { capability: capabilitiesFor('user.changeRoles') })
  return rolesPageData(reader, at, args.request)
}

export async function action(args: ActionFunctionArgs) {
  const at = address('userRoles', args.params)
  const zone = ownTimeZone(args.request) ?? 'UTC'
  return mutate(args, {
    name: 'user.changeRoles',
    about: { kind: 'user', id: at.userId, name: at.userId },
    form: RoleChangeForm,
    plan: (context) => planRoles(context, { ...at, zone }),
    async work(context) {
      await applyRoleChange(context, { ...at, zone })
      return href('user', at, { changed: context.changeId })
    },
  })
}

export default function RolesPage() {
  const t = useT()
  const data = useLoaderData<typeof loader>()
  const reply = useReply()
  return (
    <>
      <PageHeader kind={t('entity.user')} name={t('main:user.roles.title', { name: data.user.name })} />
      {data.isSelf ? (
        <OwnRoles at={data.at} />
      ) : reply?.stage === 'plan' ? (
        <RolesPlan data={data} reply={reply} />
      ) : (
        <RolesForm data={data} reply={formIn(reply)} />
      )}
    </>
  )
}

function OwnRoles({ at }: Pick<RolesPageData, 'at'>) {
  const t = useT()
  return (
    <Notice tone="info" quiet title={t('main:user.page.ownRole')}>
      <ButtonLink small href={href('user', at)}>
        {t('action.back')}
      </ButtonLink>
    </Notice>
  )
}
