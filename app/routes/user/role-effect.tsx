/** The sites and permissions that a change of roles adds and removes: "gains 12 sites, loses 3". */
import type { RolesHeld } from '~/domain/role-changes'
import { type CustomerSize, roleEffect, sitesIn } from '~/domain/role-effect'
import { gainedAndLost, type RoleDeed, type Standing } from '~/domain/role-meaning'
import { useT } from '~/i18n/use-t'
import { Badge } from '~/ui/badge'
import { Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'

interface Props {
  before: RolesHeld
  after: RolesHeld
  standings: { before: Standing; after: Standing }
  /** The customers of the tenant with their sites; null while they cannot be listed. */
  customers: readonly CustomerSize[] | null
  /** Whether the tenant has further customers. */
  isCut: boolean
}

export function Effect({ before, after, standings, customers, isCut }: Props) {
  const t = useT()
  const { gained, lost } = roleEffect(before, after, customers ?? [])
  const deeds = gainedAndLost(standings.before, standings.after)
  const isNothing = [gained, lost, deeds.gained, deeds.lost].every((list) => list.length === 0)
  return (
    <Section title={t('main:user.effect.title')}>
      <div className="flex flex-col gap-2">
        {customers === null && <p>{t('main:user.effect.unknown')}</p>}
        {isCut && <p className="text-soft">{t('main:user.effect.cut')}</p>}
        {isNothing && customers !== null && <p>{t('main:user.effect.nothing')}</p>}
        <Sites kind="gains" customers={gained} />
        <Sites kind="loses" customers={lost} />
        <Deeds kind="gainsDeeds" deeds={deeds.gained} />
        <Deeds kind="losesDeeds" deeds={deeds.lost} />
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
        {t(`main:user.effect.${kind}`, { count: sitesIn(customers) })}
      </Badge>{' '}
      {format.list(names)}
    </p>
  )
}

function Deeds({ kind, deeds }: { kind: 'gainsDeeds' | 'losesDeeds'; deeds: readonly RoleDeed[] }) {
  const t = useT()
  const format = useFormat()
  if (deeds.length === 0) return null
  const names = format.list(deeds.map((deed) => t(`main:user.meaning.deed.${deed}`)))
  return <p>{t(`main:user.effect.${kind}`, { names })}</p>
}
