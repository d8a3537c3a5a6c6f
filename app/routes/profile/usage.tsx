/** Whether what somebody uses of the console is counted. */
import { useT } from '~/i18n/use-t'
import { Button } from '~/ui/button'
import { HiddenFields } from '~/ui/form'
import { Section } from '~/ui/page'

/** `tenant`: whose profile the page shows, where the address says. */
export function Usage({ tenant, isOff }: { tenant: string | undefined; isOff: boolean }) {
  const t = useT()
  return (
    <Section title={t('main:profile.usage.title')}>
      <form method="get" className="flex flex-col items-start gap-3">
        <HiddenFields values={{ tenant }} />
        <p className="text-soft">{t(isOff ? 'main:profile.usage.off' : 'main:profile.usage.on')}</p>
        <Button name="usage" value={isOff ? 'on' : 'off'}>
          {t(isOff ? 'main:profile.usage.switchOn' : 'main:profile.usage.switchOff')}
        </Button>
      </form>
    </Section>
  )
}
