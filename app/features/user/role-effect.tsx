/** The sites and permissions that a change of roles adds and removes: "gains 12 sites, loses 3". */
import type { RoleAssignments } from '~/domain/role-changes'
import { type CustomerSize, roleEffect, siteCountOf } from '~/domain/role-effect'
import { type AssignedRole, type RoleTask, taskDifference } from '~/domain/role-meaning'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

interface Props {
  before: RoleAssignments
  after: RoleAssignments
  statuses: { before: AssignedRole; after: AssignedRole }
  /** The customers of the tenant with their sites; null while they cannot be listed. */
  customers: readonly CustomerSize[] | null
  /** Whether the tenant has further customers. */
  isCut: boolean
}

export function RoleEffectSection({ before, after, statuses, customers, isCut }: Props) {
  const t = useT()
  const { gained, lost } = roleEffect(before, after, customers ?? [])
  const permissions = taskDifference(statuses.before, statuses.after)
  const isUnchanged = [gained, lost, permissions.gained, permissions.lost].every((list) => list.length === 0)
  return (
    <Section title={t('main:user.effect.title')}>
      <div className="flex flex-col gap-2">
        {customers === null && <p>{t('main:user.effect.unknown')}</p>}
        {isCut && <p className="text-soft">{t('main:user.effect.cut')}</p>}
        {isUnchanged && customers !== null && <p>{t('main:user.effect.nothing')}</p>}
        <Sites kind="gains" customers={gained} />
        <Sites kind="loses" customers={lost} />
        <PermissionList kind="gainsDeeds" permissions={permissions.gained} />
        <PermissionList kind="losesDeeds" permissions={permissions.lost} />
      </div>
    </Section>
  )
}

function Sites({ kind, customers }: { kind: 'gains' | 'loses'; customers: readonly CustomerSize[] }) {
  const t = useT()
  const format = useFormat()
  if (customers.length === 0) return null
  const names = customers.map(({ name, siteCount }) => t('main:user.effect.customer', { name, count: siteCount }))
  return (
    <p>
      <Badge tone={kind === 'gains' ? 'info' : 'warn'}>
        {t(`main:user.effect.${kind}`, { count: siteCountOf(customers) })}
      </Badge>{' '}
      {format.list(names)}
    </p>
  )
}

function PermissionList({
  kind,
  permissions,
}: {
  kind: 'gainsDeeds' | 'losesDeeds'
  permissions: readonly RoleTask[]
}) {
  const t = useT()
  const format = useFormat()
  if (permissions.length === 0) return null
  const names = format.list(permissions.map((deed) => t(`main:user.meaning.deed.${deed}`)))
  return <p>{t(`main:user.effect.${kind}`, { names })}</p>
}
