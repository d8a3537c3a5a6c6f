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
  selected: string | null
  reported: string | null
  zones: string[]
  now: string
}

/** `tenant`: the tenant whose profile is shown, where the address names one. */
export function TimeZoneSetting({
  selected,
  reported,
  zones,
  now,
  tenant,
}: ZoneChoice & { tenant: string | undefined }) {
  const t = useT()
  const format = useFormat()
  const { timeZone } = usePageContext()
  const defaultLabel = reported
    ? t('main:profile.zone.told', { zone: zoneName(reported) })
    : t('main:profile.zone.none')
  return (
    <div id="time-zone">
      <Section title={t('main:profile.zone.title')}>
        <form method="get" className="flex flex-col items-start gap-3">
          <HiddenFields values={{ tenant }} />
          <Select
            name="tz"
            label={t('main:profile.zone.label')}
            hint={t('main:profile.zone.hint')}
            defaultValue={selected ?? ''}
            options={[
              { value: '', label: defaultLabel },
              ...zones.map((zone) => ({ value: zone, label: zoneName(zone) })),
            ]}
          />
          <p className="text-soft">{t('main:profile.zone.now', { time: format.dateTime(now, timeZone) })}</p>
          <Button>{t('main:profile.zone.choose')}</Button>
        </form>
      </Section>
    </div>
  )
}
