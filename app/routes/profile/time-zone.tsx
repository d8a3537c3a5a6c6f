/** The time zone for times that belong to no site: the setting here, else the zone of the browser. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { Select } from '~/ui/field'
import { HiddenFields } from '~/ui/form'
import { zoneName } from '~/ui/format'
import { Section } from '~/ui/page'
import { usePageContext } from '~/ui/page-context'
import { useFormat } from '~/ui/use-format'

export interface ZoneChoice {
  chosen: string | null
  told: string | null
  zones: string[]
  now: string
}

/** `tenant`: the tenant whose profile is shown, where the address names one. */
export function TimeZone({ chosen, told, zones, now, tenant }: ZoneChoice & { tenant: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { timeZone } = usePageContext()
  const unchosen = told ? t('main:profile.zone.told', { zone: zoneName(told) }) : t('main:profile.zone.none')
  return (
    <div id="time-zone">
      <Section title={t('main:profile.zone.title')}>
        <form method="get" className="flex flex-col items-start gap-3">
          <HiddenFields values={{ tenant }} />
          <Select
            name="tz"
            label={t('main:profile.zone.label')}
            hint={t('main:profile.zone.hint')}
            defaultValue={chosen ?? ''}
            options={[{ value: '', label: unchosen }, ...zones.map((zone) => ({ value: zone, label: zoneName(zone) }))]}
          />
          <p className="text-soft">{t('main:profile.zone.now', { time: format.dateTime(now, timeZone) })}</p>
          <Button>{t('main:profile.zone.choose')}</Button>
        </form>
      </Section>
    </div>
  )
}
