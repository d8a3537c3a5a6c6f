/** The role in a tenant that a change assigns to several people, or removes from them. */
import type { ComponentProps } from 'react'
import { useT } from '~/i18n/use-t'
import { Select } from '~/ui/field'

export function RoleSelect({
  kind,
  tenantName,
  ...input
}: Pick<ComponentProps<typeof Select>, 'name' | 'error' | 'defaultValue'> & {
  kind: 'give' | 'take'
  tenantName: string
}) {
  const t = useT()
  return (
    <Select
      {...input}
      label={t('main:user.roles.tenantRole', { name: tenantName })}
      hint={t(`main:user.bulk.${kind}.hint`)}
      options={[
        { value: 'user', label: t('role.user') },
        { value: 'admin', label: t('role.admin') },
      ]}
    />
  )
}
