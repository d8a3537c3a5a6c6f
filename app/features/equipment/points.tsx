/** The points of a piece of equipment, by role. */
import type { LoaderFunctionArgs } from '@remix-run/node'
import { useLoaderData } from '@remix-run/react'
import { readerFor } from '~/backend/reader.server'
import { ChangedNotice } from '~/change/changed-notice'
import { serviceProblemText } from '~/change/problem-text'
import { LiveMarker } from '~/features/point/shared/live-marker'
import { address, href } from '~/hrefs'
import { translator } from '~/i18n/i18n.server'
import { useT } from '~/i18n/use-t'
import type { PageHandle } from '~/ui/handle'
import { Section, Stack } from '~/ui/page'
import { Unavailable } from '~/ui/panel'
import { equipmentRoles, liveHrefOf } from './roles.server'
import { RolesTable } from './roles-table'
import { equipmentAt } from './shared/equipment.server'
import { EquipmentHeader } from './shared/header'

export const handle = {
  title: (data, t) => t('main:point.listOf', { name: data.heading.name }),
  menu: 'allEquipment',
} satisfies PageHandle<typeof loader>

export async function loader(args: LoaderFunctionArgs) {
  const at = address('equipmentPoints', args.params)
  const reader = await readerFor(args, { view: 'points' })
  const { equipment, heading, crumbs } = await equipmentAt(reader, {
    name: 'equipmentPoints',
    at,
    request: args.request,
  })
  const roles = await equipmentRoles(reader, at, equipment)
  const mayMap = reader.may('point.map')
  return {
    tenantId: at.tenantId,
    heading,
    roles: roles.ok
      ? {
          ...roles,
          value: roles.value.map((row) => ({
            ...row,
            ...(mayMap &&
              !row.point &&
              !row.isUnreadable && { mapHref: href('roleMapping', { ...at, role: row.role }) }),
          })),
        }
      : roles,
    live: liveHrefOf(reader, at, roles),
    crumbs: [...crumbs, { name: translator(reader.language)('main:view.points'), href: href('equipmentPoints', at) }],
    age: reader.age(),
  }
}

export default function EquipmentPoints() {
  const t = useT()
  const { tenantId, heading, roles, live } = useLoaderData<typeof loader>()
  return (
    <Stack>
      <EquipmentHeader equipment={heading} view="points" />
      <ChangedNotice tenantId={tenantId} />
      <Section flush={roles.ok} aside={live && <LiveMarker href={live} />}>
        {roles.ok ? (
          <RolesTable rows={roles.value} caption={t('main:point.listOf', { name: heading.name })} />
        ) : (
          <Unavailable detail={serviceProblemText(t, roles.problem)} />
        )}
      </Section>
    </Stack>
  )
}
