/** The effect of an offboarding and whom it affects, above its form and its plan. */
import { useT } from '~/i18n/use-t'
import { Facts } from '~/ui/facts'
import { Notice } from '~/ui/notice'
import { Columns, Section } from '~/ui/page'
import { useFormat } from '~/ui/use-format'
import type { TenantHoldings } from './holdings.server'

export function OffboardingConsequences({
  people,
  holdings,
  isForced,
}: {
  people: number | null
  holdings: TenantHoldings
  /** Whether onboarded controllers are ignored. */
  isForced: boolean
}) {
  const t = useT()
  const format = useFormat()
  const count = (value: number | null, isCut: boolean) => {
    if (value === null) return t('main:tenant.offboarding.unknown')
    return isCut ? t('main:tenant.offboarding.atLeast', { count: value }) : format.number(value)
  }
  const { customers, devices, onboarded, isCut } = holdings
  return (
    <>
      {onboarded !== 0 && (
        <Notice
          tone="warn"
          quiet
          title={t(`main:tenant.offboarding.${isForced ? 'hasDevicesForced' : 'hasDevices'}`)}
        />
      )}
      <Columns>
        <Section title={t('main:tenant.offboarding.what')}>
          <ul className="list-disc ps-5">
            <li>{t('main:tenant.offboarding.shutOut')}</li>
            <li>{t('main:tenant.offboarding.kept')}</li>
          </ul>
        </Section>
        <Section title={t('main:tenant.offboarding.concerns')}>
          <Facts
            facts={[
              { term: t('main:tenant.offboarding.customers'), value: count(customers, isCut) },
              { term: t('main:tenant.offboarding.people'), value: count(people, false) },
              { term: t('main:tenant.offboarding.devices'), value: count(devices, isCut) },
              { term: t('main:tenant.offboarding.onboarded'), value: count(onboarded, isCut) },
            ]}
          />
        </Section>
      </Columns>
    </>
  )
}
