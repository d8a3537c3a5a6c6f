/** Facts of a tenant for its administrators. */
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { A } from '~/ui/link'
import type { TenantPageData } from './overview.server'

export function TenantFacts({
  facts,
  links,
}: {
  facts: NonNullable<TenantPageData['facts']>
  links: Pick<TenantPageData['links'], 'users' | 'initials'>
}) {
  const t = useT()
  const { code, domains, totalUsers, defaultCustomer } = facts
  const people = totalUsers !== undefined && t('main:tenant.people', { count: totalUsers })
  return (
    <Facts
      columns={2}
      facts={[
        { term: t('main:tenant.list.column.code'), value: code },
        {
          term: t('main:tenant.list.column.people'),
          value: (
            <span className="flex flex-wrap gap-x-4 gap-y-1">
              {people && (links.users ? <A href={links.users}>{people}</A> : people)}
              {links.initials && <A href={links.initials}>{t('main:tenant.takenInitials')}</A>}
            </span>
          ),
        },
        {
          term: t('main:tenant.list.column.domains'),
          value: domains.length > 0 && (
            <ul>
              {domains.map(({ text, isPublic }) => (
                <li key={text} className="wrap-anywhere">
                  <bdi>{text}</bdi>
                  {isPublic && <span className="text-warn"> {t('errors:tenant.publicDomain')}</span>}
                </li>
              ))}
            </ul>
          ),
        },
        ...(defaultCustomer
          ? [
              {
                term: t('main:tenant.defaultCustomer'),
                value: (
                  <A href={defaultCustomer.href}>
                    <bdi>{defaultCustomer.name}</bdi>
                  </A>
                ),
              },
            ]
          : []),
      ]}
    />
  )
}
